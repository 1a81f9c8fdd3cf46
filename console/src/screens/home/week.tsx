import { VisuallyHidden } from '@mantine/core'
import type { GetHomeResponse } from '@merchant-commerce/client'
import { useState } from 'react'
import { Money } from '../../parts/money.tsx'
import { dateTexts } from '../../parts/time-text.ts'
import { usePart } from '../../parts/use-part.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

type Days = GetHomeResponse['days']

/** A day of the week, and the sales of the same day a week before. */
export type Point = { readonly day: string; readonly sales: number | null; readonly before: number | null }

/** The sales of the week as a line, drawn at once. The chart with figures loads when somebody points at it. */
export function Week({ days }: { readonly days: Days }) {
  const { home: words } = useWords()
  const language = useLanguage()
  const [isPointedAt, pointAt] = useState(false)
  const Chart = usePart(() => import('./chart.tsx'), isPointedAt)
  const week = days.slice(-7)
  const points: Point[] = week.map(({ date, sales }, nth) => ({
    day: dateTexts(date, language).join(' '),
    sales,
    before: days.at(nth - 14)?.sales ?? null,
  }))
  return (
    <figure className="week" onPointerEnter={() => pointAt(true)}>
      <div aria-hidden className="legend">
        <span>{words.week}</span>
        <span className="before">{words.week_before}</span>
      </div>
      <div aria-hidden className="line-chart">
        {Chart ? <Chart points={points} /> : <Lines points={points} />}
      </div>
      <div aria-hidden className="days">
        {week.map(({ date }) => {
          const [weekday, day] = dateTexts(date, language)
          return (
            <span key={date}>
              {weekday} <span className="date">{day}</span>
            </span>
          )
        })}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{words.week}</caption>
          <tbody>
            {points.map(({ day, sales, before }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>
                  <Money amount={sales} withCurrency />
                </td>
                <td>
                  {`${words.week_before}: `}
                  <Money amount={before} withCurrency />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

function Lines({ points }: { readonly points: readonly Point[] }) {
  const most = Math.max(...points.flatMap(({ sales, before }) => [sales ?? 0, before ?? 0])) || 1
  const place = (value: number | null, nth: number) =>
    `${(nth * 600) / (points.length - 1)},${(100 - (100 * (value ?? 0)) / most).toFixed(1)}`
  const line = points.map(({ sales }, nth) => place(sales, nth)).join(' ')
  return (
    <svg viewBox="0 0 600 100" preserveAspectRatio="none">
      <polygon points={`0,100 ${line} 600,100`} className="area" />
      <polyline points={points.map(({ before }, nth) => place(before, nth)).join(' ')} className="before" />
      <polyline points={line} className="now" />
    </svg>
  )
}
