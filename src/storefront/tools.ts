import type * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../context.ts'
import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { getStorefront } from './get-storefront.ts'
import { ListedPage, listPages } from './list-pages.ts'
import { publishStorefront } from './publish-storefront.ts'
import { savePage } from './save-page.ts'
import { Storefront } from './storefront.ts'
import { updateStorefront } from './update-storefront.ts'

/** The fields that a caller cannot know after a change. */
const ChangeResult = Storefront.pick({
  slug: true,
  published_version: true,
  published_at: true,
  has_unpublished_changes: true,
  warnings: true,
  version: true,
})

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
    description:
      'Returns the draft of the store’s public site (profile, theme, navigation and texts for search engines), which version is public, and whether the draft or its pages have changed since.',
    operation: getStorefront,
  }),
  listTool({
    name: 'list_pages',
    title: 'List pages',
    description:
      'Lists drafts of the storefront’s pages, newest first, with their ids and slugs. With slug, returns that page with its Markdown text.',
    operation: listPages,
    input: listPages.input.omit({ page: true }).extend(RowLimit),
    row: ListedPage.omit({ store_id: true, created_at: true }),
  }),
  tool({
    name: 'update_storefront',
    title: 'Change the storefront',
    effect: 'replace',
    description:
      'Changes only the fields that are set. null resets a field to its default, and the navigation is replaced as a whole. Visitors see the change after publish_storefront. Slugs of products come from list_products, slugs of pages from list_pages. Returns fields of get_storefront.',
    operation: withShortResult(updateStorefront),
    describedBy: 'get_storefront',
  }),
  tool({
    name: 'save_page',
    title: 'Save a page',
    effect: 'replace',
    description:
      'Changes the page with this page_id or slug, or creates one if no page has the slug. The body is Markdown and is replaced as a whole. Visitors see the change after publish_storefront. Page ids, slugs and texts come from list_pages.',
    operation: savePage,
  }),
  tool({
    name: 'publish_storefront',
    title: 'Publish the storefront',
    effect: 'replace',
    description:
      'Makes the draft and all pages public as the next version. Does nothing if nothing has changed. Owners and admins can roll back to an earlier version. Returns fields of get_storefront.',
    operation: withShortResult(publishStorefront),
    describedBy: 'get_storefront',
  }),
]
