import { page } from './page.ts'

const words = {
  en: {
    title: 'Sales',
    revenue: 'Revenue',
    orders: 'Orders',
    average_order_value: 'Average order',
    units: 'Units',
    chart: 'Revenue over time',
    figures: 'Figures',
    start: 'From',
    by_day: 'By day',
    by_week: 'By week',
    by_month: 'By month',
    interval: 'Interval',
    working: 'Working…',
    failed: 'That did not work.',
    stopped: 'The call was stopped.',
  },
  ar: {
    title: 'المبيعات',
    revenue: 'الإيرادات',
    orders: 'الطلبات',
    average_order_value: 'متوسط الطلب',
    units: 'القطع',
    chart: 'الإيرادات عبر الزمن',
    figures: 'الأرقام',
    start: 'من',
    by_day: 'باليوم',
    by_week: 'بالأسبوع',
    by_month: 'بالشهر',
    interval: 'الفترة',
    working: 'جارٍ التنفيذ…',
    failed: 'تعذّر ذلك.',
    stopped: 'أُوقف الاستدعاء.',
  },
}

const script = `
// local_start is a clock time of the store, which is shown as it is.
const when = ({ local_start }, interval) =>
  date(local_start.slice(0, 19) + 'Z', {
    timeZone: 'UTC', month: 'short',
    ...(interval === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
    ...(interval === 'hour' && { hour: 'numeric' }),
  })

function figure(summary, name) {
  const value = summary[name]
  const change = summary.change?.[name]
  const isMoney = name === 'revenue' || name === 'average_order_value'
  return el('div', {},
    el('dt', { class: 'quiet' }, t(name)),
    el('dd', {}, el('bdi', {}, value == null ? '–' : isMoney ? money(value, summary.currency) : number(value)),
      change != null && el('bdi', { class: 'quiet' },
        number(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }))))
}

function chart({ data, currency, interval }) {
  const values = data.map(({ revenue }) => revenue)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const scale = 180 / (high - low || 1)
  const [zero, step] = [high * scale, 600 / data.length]
  const isRightToLeft = document.documentElement.dir === 'rtl'
  const bars = data.map((point, at) => {
    const height = Math.abs(point.revenue) * scale
    return el('rect', {
      x: (isRightToLeft ? data.length - 1 - at : at) * step + step * 0.1, width: step * 0.8,
      y: point.revenue < 0 ? zero : zero - height, height, opacity: point.partial && 0.55,
    }, el('title', {}, when(point, interval) + ': ' + money(point.revenue, currency)))
  })
  return [
    el('p', { class: 'quiet' }, money(high, currency)),
    el('svg', { viewBox: '0 -1 600 183', role: 'img', 'aria-label': t('chart') },
      bars, el('line', { x1: 0, x2: 600, y1: zero, y2: zero })),
    el('p', { class: 'quiet ends' }, el('span', {}, when(data[0], interval)), el('span', {}, when(data.at(-1), interval))),
    el('details', {}, el('summary', {}, t('figures')),
      el('table', {},
        el('thead', {}, el('tr', {}, ['start', 'orders', 'revenue'].map((name) => el('th', { scope: 'col' }, t(name))))),
        el('tbody', {}, data.map((point) => el('tr', {}, el('th', { scope: 'row' }, when(point, interval)),
          el('td', {}, number(point.orders)), el('td', {}, money(point.revenue, currency))))))),
  ]
}

async function choose({ from, to }, interval) {
  for (const button of main.querySelectorAll('button')) button.disabled = true
  say(t('working'))
  const { failed, value } = await callTool('get_sales_summary', { from, to, interval })
  draw(value ?? shown)
  if (failed) say(failed)
}

start((summary) => [
  el('h1', {}, t('title')),
  // \`to\` is the first moment after the period.
  el('p', { class: 'quiet' }, new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: summary.timezone })
    .formatRange(new Date(summary.from), new Date(Date.parse(summary.to) - 1))),
  el('dl', {}, ['revenue', 'orders', 'average_order_value', 'units'].map((name) => figure(summary, name))),
  ...(summary.data?.length ? chart(summary) : []),
  host.canCall && el('div', { class: 'row', role: 'group', 'aria-label': t('interval') },
    ['day', 'week', 'month'].map((name) => el('button', {
      type: 'button', 'aria-pressed': String(name === summary.interval), click: () => choose(summary, name),
    }, t('by_' + name)))),
])
`

export const salesChart = page(
  script,
  words,
  `dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 12px; margin: 12px 0 }
dd { display: flex; flex-wrap: wrap; gap: 0 6px; align-items: baseline; margin: 0; font-size: 18px; font-weight: 600 } dd .quiet { font-size: 13px; font-weight: 400 }
svg { display: block; width: 100%; height: auto } rect { fill: var(--accent) } line { stroke: var(--color-border-primary) }
.ends { display: flex; justify-content: space-between } summary { cursor: pointer; min-height: 24px }
details { margin-top: 8px } thead th:last-child { text-align: end }`,
)
