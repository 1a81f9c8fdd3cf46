import { PageHead } from '../store/page-head.tsx'
import { canManage } from '../store/store-choice.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { Fact } from '../ui/fact.tsx'
import { Name } from '../ui/name.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useFormats, useWords } from '../words/words.ts'
import type { TaxDraft } from './tax-draft.ts'
import { TaxForm } from './tax-form.tsx'

type Props = StoreSettings & {
  draft: TaxDraft
  saved: boolean
  formError?: FormError | undefined
}

/** Settings, Tax: owners and admins can change it, and every member can see it. */
export function taxPage({ account, stores, store, draft, saved, formError }: Props): Page {
  const view = { store, formToken: account.formToken, now: new Date() }
  return {
    title: (words) => words.tax.title,
    account,
    place: { section: 'tax', slug: store.slug },
    ...(formError && { status: formError.status }),
    body() {
      const { tax: words, ui } = useWords()
      const lead = words.lead(<Name text={store.name} />)
      return (
        <>
          <PageHead title={words.title} lead={lead} stores={stores} store={store} section="tax" />
          <Good text={saved ? ui.saved : undefined} />
          <Wrong text={formError?.text} />
          {canManage(store) ? (
            <TaxForm view={view} version={store.version} draft={draft} />
          ) : (
            <TaxFacts tax={store.tax} />
          )}
        </>
      )
    },
  }
}

function TaxFacts({ tax }: Pick<StoreSettings['store'], 'tax'>) {
  const { tax: words, ui } = useWords()
  const { list, countryName } = useFormats()
  const countries = tax?.country_rates.map(({ country, rate }) => `${countryName(country)} ${rate}%`) ?? []
  return (
    <section class="card" aria-labelledby="tax">
      <header>
        <h2 id="tax">{words.onOrders}</h2>
        <p class="fine">{ui.ownersAndAdminsChange}</p>
      </header>
      {tax ? (
        <dl class="facts">
          <Fact name={words.facts.name} value={tax.label} />
          <Fact name={words.facts.rate} value={`${tax.rate}%`} />
          <Fact name={words.facts.prices} value={tax.prices_include_tax ? words.included : words.added} />
          <Fact name={words.delivery} value={tax.tax_delivery ? words.facts.taxed : words.facts.notTaxed} />
          <Fact name={words.facts.registration} value={tax.registration_number} />
          <Fact name={words.countries} value={list(countries) || null} />
        </dl>
      ) : (
        <p>{words.facts.none}</p>
      )}
    </section>
  )
}
