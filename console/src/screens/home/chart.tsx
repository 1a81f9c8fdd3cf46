import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { amountText } from '../../parts/amount.ts'
import { useStore } from '../../service/store.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import type { Point } from './week.tsx'

/** The same lines, with the figures of the day that is pointed at. */
export default function Chart({ points }: { readonly points: readonly Point[] }) {
  const { home: words } = useWords()
  const { currency, currency_exponent: decimals } = useStore()
  return (
    <AreaChart
      h="100%"
      data={[...points]}
      dataKey="day"
      series={[
        { name: 'before', label: words.week_before, color: 'gray.5', strokeDasharray: '3 3' },
        { name: 'sales', label: words.sales, color: 'accent.6' },
      ]}
      curveType="linear"
      withDots={false}
      withXAxis={false}
      withYAxis={false}
      gridAxis="none"
      fillOpacity={0.1}
      withGradient={false}
      areaProps={({ name }) => (name === 'before' ? { fill: 'transparent' } : {})}
      valueFormatter={(value) => `${currency} ${amountText(value, decimals)}`}
      // The figures are also in a table that is read aloud.
      areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 0, bottom: 4, left: 0 } }}
      xAxisProps={{ reversed: useLanguage() === 'ar' }}
    />
  )
}
