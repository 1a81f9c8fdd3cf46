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

/** What a change comes to; the rest of the storefront is as it was asked to be. */
const Changed = Storefront.pick({
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

/** A change of the storefront that answers with what it comes to alone. */
const briefly = <Input extends z.ZodType>(operation: Change<Input>) =>
  Object.assign(async (caller: Caller, input: z.output<Input>) => Changed.parse(await operation(caller, input)), {
    scope: operation.scope,
    input: operation.input,
    output: Changed,
  })

export const storefrontTools = [
  tool({
    name: 'get_storefront',
    title: 'Get the storefront',
    effect: 'read',
    description:
      'The draft of the store’s public site: profile, theme, navigation and search engine texts; which version is public, and whether the draft or its pages have changed since.',
    operation: getStorefront,
  }),
  listTool({
    name: 'list_pages',
    title: 'List pages',
    description:
      'Drafts of the storefront’s pages, newest first. Asked for one slug, that page with its Markdown text. Gives page ids and slugs.',
    operation: listPages,
    input: listPages.input.omit({ page: true }).extend(RowLimit),
    row: ListedPage.omit({ store_id: true, created_at: true }),
  }),
  tool({
    name: 'update_storefront',
    title: 'Change the storefront',
    effect: 'replace',
    description:
      'Changes the fields of the draft that are given and leaves the others; null gives a field its default back, and a navigation is replaced as a whole. Visitors see nothing of it before publish_storefront. Slugs of products come from list_products, slugs of pages from list_pages.',
    operation: briefly(updateStorefront),
  }),
  tool({
    name: 'save_page',
    title: 'Save a page',
    effect: 'replace',
    description:
      'Changes the page of a page_id, or of a slug; makes one where no page has the slug. The body is Markdown and is replaced as a whole. Visitors see nothing of it before publish_storefront. Page ids, slugs and texts come from list_pages.',
    operation: savePage,
  }),
  tool({
    name: 'publish_storefront',
    title: 'Publish the storefront',
    effect: 'replace',
    description:
      'Makes the draft and all pages public as the next version. People of the store can go back to an earlier version. Where nothing has changed since the last one, nothing happens.',
    operation: briefly(publishStorefront),
  }),
]
