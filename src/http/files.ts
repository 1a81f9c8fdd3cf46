import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../context.ts'
import { Format, type Pages } from '../transfer/export.ts'
import type { ImportFile } from '../transfer/import-file.ts'
import type { Sheet } from '../transfer/sheet.ts'
import { download } from './download.ts'
import { readFile } from './read-file.ts'
import type { Handler } from './routes.ts'

type Exporting<Input extends z.ZodObject, Whole> = {
  (caller: Caller, filter: z.output<Input>): Promise<Pages<Whole>>
  readonly scope: Scope
  readonly input: Input
}

/** A download of all that an export operation finds: its input is the query, besides `format`. */
export function exportFile<Input extends z.ZodObject, Whole, Part>(
  operation: Exporting<Input, Whole>,
  name: string,
  sheet: Sheet<Whole, Part>,
): Handler {
  const query = operation.input.extend({ format: Format })
  return {
    scope: operation.scope,
    query,
    async respond(c, asked) {
      const { format, ...filter } = asked
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the operation's own schema, with `format`
      const pages = await operation(c.var.caller, filter as z.output<Input>)
      return download(c, { name, format: Format.parse(format), sheet, pages })
    },
  }
}

type Importing<Options extends z.ZodObject> = {
  (caller: Caller, input: z.output<Options> & { file: ImportFile }): Promise<object>
  readonly scope: Scope
}

/** An upload for an import operation: a CSV or JSONL body, its options in the query. */
export const importFile = <Options extends z.ZodObject>(operation: Importing<Options>, options: Options): Handler => ({
  scope: operation.scope,
  query: options,
  async respond(c, asked) {
    const file = await readFile(c)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by `options`
    return c.json(await operation(c.var.caller, { ...(asked as z.output<Options>), file }))
  },
})
