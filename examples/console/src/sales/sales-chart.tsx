import { day, money, text } from '../language/language.ts'
import type { SalesPoint } from '../service/types.ts'

const width = 720
const height = 220
const gap = 2

type Props = { readonly points: readonly SalesPoint[]; readonly currency: string }

/** A bar for each day. Time runs from left to right in both languages. */
export function SalesChart({ points, currency }: Props) {
  const most = Math.max(...points.map(({ revenue }) => revenue), 1)
  const step = width / Math.max(points.length, 1)
  const first = points.at(0)
  const last = points.at(-1)
  if (!first || !last) return null
  const caption = text('chart_caption', { from: day(first.local_start), to: day(last.local_start) })
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption} preserveAspectRatio="none">
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line key={part} x1={0} x2={width} y1={height * (1 - part) + 1} y2={height * (1 - part) + 1} />
        ))}
        {points.map(({ start, local_start, revenue }, index) => {
          const tall = (Math.max(revenue, 0) / most) * (height - 4)
          return (
            <rect key={start} x={index * step + gap / 2} y={height - tall} width={step - gap} height={tall} rx={2}>
              <title>{`${day(local_start)}: ${money(revenue, currency)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption dir="ltr" class="quiet">
        <bdi>{day(first.local_start)}</bdi>
        <span>{money(most, currency)} ↑</span>
        <bdi>{day(last.local_start)}</bdi>
      </figcaption>
    </figure>
  )
}
