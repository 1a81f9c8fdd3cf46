import { storePage } from '../store/store-page.tsx'
import { canManage } from '../store/store-choice.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { Fact } from '../ui/fact.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useFormats, useWords } from '../words/words.ts'
import type { TaxDraft } from './tax-draft.ts'
import { TaxForm } from './tax-form.tsx'
import { Card } from '../ui/card.tsx'

type Props = StoreSettings & {
  draft: TaxDraft
  saved: boolean
  formError?: FormError | undefined
}

/** Settings, Tax: owners and admins can change it, and every member can see it. */
export function taxPage({ account, stores, store, draft, saved, formError }: Props): Page {
  return storePage({
    account,
    stores,
    store,
    section: 'tax',
    texts: (words) => words.tax,
    status: formError?.status,
    body() {
      const { ui } = useWords()
      return (
        <>
          <Good text={saved ? ui.saved : undefined} />
          <Wrong text={formError?.text} />
          {canManage(store) ? (
            <TaxForm store={store} formToken={account.formToken} draft={draft} />
          ) : (
            <TaxFacts tax={store.tax} />
          )}
        </>
      )
    },
  })
}

function TaxFacts({ tax }: Pick<StoreSettings['store'], 'tax'>) {
  const { tax: words, ui } = useWords()
  const { list, countryName } = useFormats()
  const countries = tax?.country_rates.map(({ country, rate }) => `${countryName(country)} ${rate}%`) ?? []
  return (
    <Card id="tax" title={words.onOrders} help={ui.ownersAndAdminsChange}>
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
    </Card>
  )
}
