import type * as z from 'zod'
import type { Scope } from '../../platform/auth/tokens/scopes.ts'
import type { Caller } from '../../platform/operation/context.ts'
import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { addToNavigation } from './add-to-navigation.ts'
import { getStorefront } from './get-storefront.ts'
import { ListedPage, listPages } from './list-pages.ts'
import { publishOrRestore } from './publish-or-restore.ts'
import { savePage } from './save-page.ts'
import { ChangeResult, type Storefront } from './storefront.ts'
import { updateStorefront } from './update-storefront.ts'

type Change<Input extends z.ZodType> = {
  (caller: Caller, input: z.output<Input>): Promise<z.output<typeof Storefront>>
  readonly scope: Scope
  readonly input: Input
}

/** The operation with a shorter result, to save tokens. */
const withShortResult = <Input extends z.ZodType>(operation: Change<Input>) =>
  Object.assign(async (caller: Caller, input: z.output<Input>) => ChangeResult.parse(await operation(caller, input)), {
    scope: operation.scope,
    input: operation.input,
    output: ChangeResult,
  })

export const storefrontTools = [
  tool({
    name: 'get_storefront',
    title: 'Get the storefront',
    effect: 'read',
    description: 'Returns the draft of the storefront; with include: changes, what publishing would change.',
    operation: getStorefront,
  }),
  listTool({
    name: 'list_pages',
    title: 'List pages',
    description: 'Lists pages. With slug, returns that page with its text.',
    operation: listPages,
    input: listPages.input.omit({ page: true }).extend(RowLimit),
    row: ListedPage.omit({ store_id: true, created_at: true }),
  }),
  tool({
    name: 'update_storefront',
    title: 'Change the storefront',
    effect: 'replace',
    description: 'Changes the draft; navigation is replaced as a whole. profile.announcement is the banner.',
    operation: withShortResult(updateStorefront),
    describedBy: 'get_storefront',
  }),
  tool({
    name: 'save_page',
    title: 'Save a page',
    effect: 'replace',
    description: 'Changes or creates the page with page_id or slug, in the draft.',
    operation: savePage,
  }),
  tool({
    name: 'add_to_navigation',
    title: 'Add to the navigation',
    effect: 'replace',
    description: 'Adds a link to a page, product, tag or URL to the draft, or renames it.',
    operation: withShortResult(addToNavigation),
    describedBy: 'get_storefront',
  }),
  tool({
    name: 'publish_storefront',
    title: 'Publish the storefront',
    effect: 'replace',
    description:
      'Makes the draft and all its pages public. restore_version makes an earlier version public again, such as previous_version of the result; the draft stays.',
    operation: publishOrRestore,
    describedBy: 'get_storefront',
  }),
]
