import { useState } from 'preact/hooks'
import { money, text } from '../language/language.ts'
import { goTo, linkTo } from '../route.ts'
import { createOrder, newKey } from '../service/orders.ts'
import { type CustomerChoice, findCustomers, findProducts, type ProductChoice } from '../service/requests.ts'
import type { Store } from '../service/types.ts'
import { Picker } from '../ui/picker.tsx'
import { Problem } from '../ui/problem.tsx'
import { type DraftLine, toNewOrder, totalOf } from './draft.ts'
import { DraftLines } from './draft-lines.tsx'

export function NewOrderScreen({ store }: { readonly store: Store }) {
  const [customer, setCustomer] = useState<CustomerChoice>()
  const [lines, setLines] = useState<readonly DraftLine[]>([])
  const [error, setError] = useState<unknown>()
  const [missing, setMissing] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One key for this order, however often the button is pressed.
  const [key] = useState(newKey)
  const { currency } = store
  const total = totalOf(lines, store)

  function addProduct(product: ProductChoice) {
    const variant = product.variants.find(({ available, tracked }) => !tracked || available > 0) ?? product.variants[0]
    if (variant) setLines([...lines, { product, variant, quantity: 1 }])
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(customer === undefined ? text('no_customer') : lines.length === 0 ? text('no_items') : '')
    if (customer === undefined || lines.length === 0) return
    setBusy(true)
    setError(undefined)
    try {
      const order = await createOrder(toNewOrder(customer, lines, total), key)
      goTo(linkTo(`/orders/${order.id}`))
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }

  return (
    <>
      <h1>{text('new_order')}</h1>
      <form class="new-order" onSubmit={submit}>
        <section class="card">
          <h2>{text('customer')}</h2>
          {customer && (
            <p class="picked" dir="auto">
              <strong>{customer.name}</strong> <span class="quiet">{customer.phone ?? customer.email}</span>
            </p>
          )}
          <Picker label={text('pick_customer')} find={findCustomers} onPick={setCustomer} />
        </section>
        <section class="card">
          <h2>{text('items')}</h2>
          <DraftLines lines={lines} currency={currency} onChange={setLines} />
          <Picker label={text('pick_product')} find={findProducts} onPick={addProduct} />
          {lines.length > 0 && (
            <dl class="sums">
              <div class="grand">
                <dt>{text('total')}</dt>
                <dd>{money(total, currency)}</dd>
              </div>
            </dl>
          )}
        </section>
        {missing !== '' && (
          <p class="notice bad" role="alert">
            {missing}
          </p>
        )}
        {error !== undefined && <Problem error={error} />}
        <button class="main" disabled={isBusy}>
          {text('create_order')}
        </button>
      </form>
    </>
  )
}
