import { type Context, Hono } from 'hono'
import type { Caller } from '../../../platform/operation/context.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { errorsByField, type FormDraft, type Texts, type Unread, valuesIn } from '../page/draft.ts'
import { onReadOnlyError } from '../page/on-page-error.tsx'
import { type Page, show } from '../page/page.tsx'
import { PageRefused } from '../page/page-refused.ts'
import { keyOf, readForm } from '../page/read-form.ts'
import { type FormError, formErrorOf, type RefusedForm } from '../page/save.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { type Done, doneOf, pageInStore, type StoreSettings } from './in-settings.ts'
import { callerInStoreOf } from './in-store.ts'

type PageContext = Context<PageEnv>

/** A form that was not saved, as the person filled it in, and why. */
type Unsaved<Field extends string> = { readonly draft: FormDraft<Field>; readonly formError: FormError }

type Attempt<Field extends string> = {
  readonly refused: RefusedForm | undefined
  readonly texts: Texts<Field>
  readonly unread: Unread<Field>
}

/** The thing that a form changes, in the version that it was opened in. Null for a new one. */
type Changed = { readonly id: string; readonly version: number } | null

type Things<Field extends string> = {
  readonly section: 'delivery' | 'discounts'
  /** What one of them is called. */
  readonly what: string
  readonly list: (c: PageContext, settings: StoreSettings, shown: Shown) => Promise<Page>
  readonly form: (c: PageContext, settings: StoreSettings, id: string | null, unsaved?: Unsaved<Field>) => Promise<Page>
  readonly save: (
    c: PageContext,
    caller: Caller & { storeId: string },
    valueOf: FormDraft<Field>['valueOf'],
    changed: Changed,
  ) => Promise<Attempt<Field>>
  readonly remove: (caller: Caller, id: string) => Promise<unknown>
}

type Shown = { readonly mayChange: boolean; readonly done: Done | undefined }

/** The pages of things that a store has several of: the list, and the form of each. All but viewers can change them. */
export function thingRoutes<Field extends string>({
  section,
  what,
  list,
  form: formPage,
  save,
  remove,
}: Things<Field>) {
  const idOf = (c: PageContext) => pathId(c, 'id', what)

  const showForm = async (c: PageContext, store: string | undefined, id: string | null, unsaved?: Unsaved<Field>) =>
    show(
      c,
      await pageInStore(c, section, store, async (settings) => {
        if (settings.store.role === 'viewer') throw new PageRefused('read_only')
        return formPage(c, settings, id, unsaved)
      }),
    )

  async function saveForm(c: PageContext, id: string | null) {
    const form = await readForm(c)
    const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
    const store = form.get('store') ?? ''
    const valueOf = valuesIn(form)
    const changed = id === null ? null : { id, version: Number(form.get('version')) }
    const { refused, texts, unread } = await save(c, caller, valueOf, changed)
    if (!refused) return c.redirect(pathTo(section, { store, done: id === null ? 'created' : 'saved' }), 303)
    const { errors, others } = errorsByField(refused.problems, texts, unread)
    const formError = formErrorOf(refused.error, others, c.var.language)
    return showForm(c, store, id, { draft: { valueOf, errors }, formError })
  }

  return new Hono<PageEnv>()
    .onError(onReadOnlyError)
    .use(withWebSession)
    .get('/', async (c) => {
      const page = await pageInStore(c, section, c.req.query('store'), async (settings) =>
        list(c, settings, { mayChange: settings.store.role !== 'viewer', done: doneOf(c.req.query('done')) }),
      )
      return show(c, page)
    })
    .get('/new', (c) => showForm(c, c.req.query('store'), null))
    .get('/:id', (c) => showForm(c, c.req.query('store'), idOf(c)))
    .post('/', (c) => saveForm(c, null))
    .post('/:id', (c) => saveForm(c, idOf(c)))
    .post('/:id/delete', async (c) => {
      const form = await readForm(c)
      const id = idOf(c)
      await remove(callerInStoreOf(c, form), id)
      return c.redirect(pathTo(section, { store: form.get('store') ?? '', done: 'deleted' }), 303)
    })
}
