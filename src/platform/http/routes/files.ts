import * as z from 'zod'
import type { Scope } from '../../auth/tokens/scopes.ts'
import type { Caller } from '../../operation/context.ts'
import { Format, type Pages } from '../../transfer/export.ts'
import type { ImportFile } from '../../transfer/import-file.ts'
import type { Sheet } from '../../transfer/sheet.ts'
import { download } from './download.ts'
import { readFile } from '../bodies/read-file.ts'
import type { Handler } from './routes.ts'

type ExportOperation<Input extends z.ZodObject, Row> = {
  (caller: Caller, filter: z.output<Input>): Promise<Pages<Row>>
  readonly scope: Scope
  readonly input: Input
} & Handler['operation']

/** Downloads the rows of an export operation. The query has the operation's input and `format`. */
export function exportFile<Input extends z.ZodObject, Row, Part>(
  operation: ExportOperation<Input, Row>,
  name: string,
  sheet: Sheet<Row, Part>,
): Handler {
  const query = operation.input.extend({ format: Format })
  return {
    file: 'export',
    operation,
    scope: operation.scope,
    query,
    async respond(c, given) {
      const { format, ...filter } = given
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the operation's own schema, with `format`
      const pages = await operation(c.var.caller, filter as z.output<Input>)
      return download(c, { name, format: Format.parse(format), sheet, pages })
    },
  }
}

type ImportOperation<Options extends z.ZodObject> = {
  (caller: Caller, input: z.output<Options> & { file: ImportFile }): Promise<object>
  readonly scope: Scope
} & Handler['operation']

/** Uploads a file to an import operation. The body is CSV or JSONL; the query has the options. */
export const importFile = <Options extends z.ZodObject>(
  operation: ImportOperation<Options>,
  options: Options,
): Handler => ({
  file: 'import',
  operation,
  scope: operation.scope,
  query: options,
  async respond(c, given) {
    const file = await readFile(c)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by `options`
    return c.json(await operation(c.var.caller, { ...(given as z.output<Options>), file }))
  },
})
