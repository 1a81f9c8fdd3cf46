import { change, count, day, money, text } from '../language/language.ts'
import { useLoad } from '../load.ts'
import { goTo, linkTo } from '../route.ts'
import { loadSales } from '../service/requests.ts'
import type { Sales, Store } from '../service/types.ts'
import { Field } from '../ui/field.tsx'
import { Loading } from '../ui/loading.tsx'
import { SalesChart } from './sales-chart.tsx'

const periods = ['7', '30', '90'] as const

/** The date as many days ago, in the time zone of the store. */
function daysAgo(days: number, timeZone: string): string {
  // In Canada, dates are written as in RFC 3339.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format()
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

export function SalesScreen({ query, store }: { readonly query: URLSearchParams; readonly store: Store }) {
  const period = periods.find((each) => each === query.get('days')) ?? '30'
  const sales = useLoad((signal) => loadSales(daysAgo(Number(period) - 1, store.timezone), signal), [period])
  return (
    <>
      <div class="title">
        <h1>{text('sales')}</h1>
        <Field label={text('period')}>
          {(id) => (
            <select
              id={id}
              value={period}
              onChange={(event) => goTo(linkTo('/sales', { days: event.currentTarget.value }))}
            >
              {periods.map((each) => (
                <option key={each} value={each}>
                  {text(`days_${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Loading of={sales}>{(data) => <Figures sales={data} />}</Loading>
    </>
  )
}

function Figures({ sales }: { readonly sales: Sales }) {
  const { currency } = sales
  const average = sales.average_order_value
  const figures = [
    ['revenue', money(sales.revenue, currency), sales.change.revenue],
    ['orders_placed', count(sales.orders), sales.change.orders],
    ['average_order', average === null ? '–' : money(average, currency), sales.change.average_order_value],
    ['units', count(sales.units), sales.change.units],
  ] as const
  return (
    <>
      <dl class="figures">
        {figures.map(([name, value, changed]) => (
          <div key={name} class="card">
            <dt>{text(name)}</dt>
            <dd>
              <strong>{value}</strong>
              {changed !== null && <small>{text('against_previous', { change: change(changed) })}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <section class="card">
        <h2>{text('revenue')}</h2>
        <SalesChart points={sales.data} currency={currency} />
        <details>
          <summary>{text('chart_table')}</summary>
          <table>
            <thead>
              <tr>
                {(['date', 'orders_placed', 'revenue'] as const).map((name) => (
                  <th key={name} scope="col">
                    {text(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sales.data.map((point) => (
                <tr key={point.start}>
                  <th scope="row">{day(point.local_start)}</th>
                  <td class="number">{count(point.orders)}</td>
                  <td class="number">{money(point.revenue, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    </>
  )
}
