import { canManage, StoreSwitch } from '../store/store-choice.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { Fact } from '../ui/fact.tsx'
import { Name } from '../ui/name.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import type { Page } from '../ui/page.tsx'
import type { FormError } from '../ui/save.ts'
import { countryRatesText } from './country-rates.ts'
import type { TaxDraft } from './tax-draft.ts'
import { TaxForm } from './tax-form.tsx'

type Props = StoreSettings & {
  draft: TaxDraft
  saved: boolean
  formError?: FormError | undefined
}

/** Settings, Tax: owners and admins can change it, and every member can see it. */
export function taxPage({ account, stores, store, draft, saved, formError }: Props): Page {
  return {
    title: 'Tax',
    account,
    place: { section: 'tax', slug: store.slug },
    ...(formError && { status: formError.status }),
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>Tax</h1>
            <p class="lead">
              What <Name text={store.name} /> adds to orders, or includes in its prices.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="tax" />
        </div>
        <Good text={saved ? 'Your changes are saved.' : undefined} />
        <Wrong text={formError?.text} />
        {canManage(store) ? (
          <TaxForm
            view={{ store, formToken: account.formToken, now: new Date() }}
            version={store.version}
            draft={draft}
          />
        ) : (
          <TaxFacts tax={store.tax} />
        )}
      </>
    ),
  }
}

const TaxFacts = ({ tax }: Pick<StoreSettings['store'], 'tax'>) => (
  <section class="card" aria-labelledby="tax">
    <header>
      <h2 id="tax">Tax on orders</h2>
      <p class="fine">Only owners and admins can change this.</p>
    </header>
    {tax ? (
      <dl class="facts">
        <Fact name="Name" value={tax.label} />
        <Fact name="Rate" value={`${tax.rate}%`} />
        <Fact name="Prices" value={tax.prices_include_tax ? 'Including tax' : 'Without tax'} />
        <Fact name="Delivery" value={tax.tax_delivery ? 'Taxed' : 'Not taxed'} />
        <Fact name="Registration number" value={tax.registration_number} />
        <Fact name="Other countries" value={countryRatesText(tax.country_rates).replaceAll('\n', ', ') || null} />
      </dl>
    ) : (
      <p>This store charges no tax.</p>
    )}
  </section>
)
