import * as z from 'zod'
import type { Caller } from '../../platform/operation/context.ts'
import { publishStorefront } from './publish-storefront.ts'
import { rollbackStorefront, VersionNumber } from './rollback-storefront.ts'
import { ChangeResult, Storefront } from './storefront.ts'

const input = publishStorefront.input
  .extend({ restore_version: VersionNumber.optional() })
  .superRefine(({ restore_version, expected_version }, context) => {
    if (restore_version !== undefined && expected_version !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['expected_version'],
        message:
          'is the version of the draft, which restore_version neither publishes nor changes. Send only one of the two.',
        params: { code: 'option_unused' },
      })
  })

const output = ChangeResult.extend({
  previous_version: Storefront.shape.previous_version.describe(
    'Public before this call. The same as published_version if the call changed nothing',
  ),
})

/** Publishing and rolling back in one tool, so that what was published can be taken back with the same tool. */
export const publishOrRestore = Object.assign(
  async (caller: Caller, { restore_version, ...publication }: z.output<typeof input>) => {
    const { note } = publication
    const done =
      restore_version === undefined
        ? publishStorefront(caller, publication)
        : rollbackStorefront(caller, { note, version: restore_version })
    return output.parse(await done)
  },
  { scope: publishStorefront.scope, input, output },
)
