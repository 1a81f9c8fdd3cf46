import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Card, Stack, Text, Title } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight'
import IconClock from '@tabler/icons-react/icons/IconClock'
import IconCoins from '@tabler/icons-react/icons/IconCoins'
import IconMessage from '@tabler/icons-react/icons/IconMessage'
import IconPackage from '@tabler/icons-react/icons/IconPackage'
import IconTruck from '@tabler/icons-react/icons/IconTruck'
import { getHome, type GetHomeResponse } from '@merchant-commerce/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Heading } from '../../parts/heading.tsx'
import { Money } from '../../parts/money.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { dayText } from '../../parts/time-text.ts'
import { clientOf } from '../../service/client.ts'
import { queries } from '../../service/queries.ts'
import { useStore } from '../../service/store.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Week } from './week.tsx'

type Home = GetHomeResponse

const homeQuery = (store: string) =>
  queryOptions({
    queryKey: [store, 'home'],
    queryFn: ({ signal }) => getHome({ client: clientOf(store), signal }),
  })

export function prepare({ slug = '' }: Readonly<Record<string, string>>) {
  void queries.prefetchQuery(homeQuery(slug))
}

export default function HomeScreen() {
  const words = useWords()
  const language = useLanguage()
  const { slug, timezone } = useStore()
  const { data: home, error, refetch } = useQuery(homeQuery(slug))
  if (error && !home) return <Failed isPage error={error} retry={() => void refetch()} />
  return (
    <Stack gap="lg" maw={1120}>
      <div className="line">
        <Heading name={words.screens.home} />
        <Text size="sm" c="dimmed">
          {dayText(new Date(), language, timezone)}
        </Text>
      </div>
      {home ? <Figures home={home} /> : <Loading />}
    </Stack>
  )
}

function Figures({ home }: { readonly home: Home }) {
  const { home: words } = useWords()
  return (
    <>
      <FirstSteps steps={home.first_steps} />
      <div className="beside">
        <Card component="section" aria-label={words.sales}>
          <div className="stretches">
            <Stretch title={words.today} before={words.yesterday} {...home.today} />
            <Stretch title={words.week} before={words.week_before} {...home.last_7_days} />
          </div>
          <Week days={home.days} />
        </Card>
        <Card component="section" aria-labelledby="to-do" display="flex">
          <Title order={2} id="to-do" mb="xs">
            {words.to_do}
          </Title>
          <ToDo home={home} />
        </Card>
      </div>
    </>
  )
}

type StretchProps = Home['today'] & { readonly title: string; readonly before: string }

/** What was sold in some days, and in as many days before. */
function Stretch({ title, before, sales, orders }: StretchProps) {
  const words = useWords()
  const { slug } = useStore()
  return (
    <Link to={`/${slug}/orders`} search={searchOf(orders.query)} className="stretch">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text className="figure" component="p">
        <Money amount={sales.value} withCurrency />
      </Text>
      <Text size="sm" component="p">
        {words.orders.count(orders.value)}
      </Text>
      <Text size="sm" c="dimmed" component="p" className="dotted">
        <span>
          {`${before}: `}
          <Money amount={sales.previous} />
        </span>
        <span>{words.orders.count(orders.previous)}</span>
      </Text>
    </Link>
  )
}

/** What waits to be done. Only what has a screen is a link. */
function ToDo({ home }: { readonly home: Home }) {
  const { home: words } = useWords()
  const { to_confirm, to_pack, to_ship, to_collect, low_stock, conversations_waiting } = home
  const rows = [
    { name: 'to_confirm', figure: to_confirm, Icon: IconClock, hasList: true },
    { name: 'to_pack', figure: to_pack, Icon: IconPackage, hasList: true },
    { name: 'to_ship', figure: to_ship, Icon: IconTruck, hasList: true },
    { name: 'to_collect', figure: to_collect, Icon: IconCoins, hasList: true },
    { name: 'low_stock', figure: low_stock, Icon: IconAlertTriangle, hasList: false },
    { name: 'conversations_waiting', figure: conversations_waiting, Icon: IconMessage, hasList: false },
  ] as const
  return (
    <ul className="to-do">
      {rows.map(({ name, figure, Icon, hasList }) => (
        <li key={name}>
          <ToDoRow query={hasList ? figure.query : null}>
            <Icon size={16} aria-hidden />
            <span className="grow">{words[name]}</span>
            <Text span inherit fw={600} {...(figure.value === 0 && { c: 'dimmed' })}>
              {name === 'to_collect' ? (
                <Money amount={figure.value} withCurrency isCapped={figure.is_capped} />
              ) : (
                <Count figure={figure} />
              )}
            </Text>
          </ToDoRow>
        </li>
      ))}
    </ul>
  )
}

function ToDoRow({ query, children }: { readonly query: string | null; readonly children: ReactNode }) {
  const { slug } = useStore()
  if (query === null) return <div className="row">{children}</div>
  return (
    <Link to={`/${slug}/orders`} search={searchOf(query)} className="row">
      {children}
      <IconChevronRight size={14} aria-hidden className="points" />
    </Link>
  )
}

// From left to right, so that the plus never flips in Arabic.
const Count = ({ figure: { value, is_capped } }: { readonly figure: Home['to_confirm'] }) => (
  <bdi dir="ltr" className="figures">
    {new Intl.NumberFormat('en').format(value)}
    {is_capped && '+'}
  </bdi>
)

const searchOf = (query: string) => Object.fromEntries(new URLSearchParams(query))
