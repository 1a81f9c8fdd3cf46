import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { searchStore, type SearchStoreResponse } from '@merchant-commerce/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Money } from '../parts/money.tsx'
import { Stage } from '../parts/status.tsx'
import { clientOf } from '../service/client.ts'
import { useWords } from '../words/words.tsx'

const waitMs = 200

/** What the service finds for what is typed, a moment after typing pauses. */
export function useFound(slug: string | undefined, typed: string) {
  const [q] = useDebouncedValue(typed.trim(), waitMs)
  const isWanted = slug !== undefined && typed.trim() !== '' && q !== ''
  const { data, isFetching } = useQuery({
    queryKey: [slug, 'search', q],
    queryFn: ({ signal }) => searchStore({ client: clientOf(slug), signal, query: { q } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  return { data: isWanted ? data : undefined, isSearching: isFetching || (typed.trim() !== '' && typed.trim() !== q) }
}

type Props = {
  readonly found: SearchStoreResponse
  readonly go: (path: string, search?: Readonly<Record<string, string>>) => void
}

/** Orders open. Of a customer or a product, the orders are listed. */
export function Found({ found: { orders, customers, products }, go }: Props) {
  const words = useWords()
  return (
    <>
      {orders.length > 0 && (
        <Spotlight.ActionsGroup label={words.screens.orders}>
          {orders.map(({ id, number, name, customer_name, ...state }) => (
            <Spotlight.Action key={id} onClick={() => go(`orders/${number}`)}>
              <bdi dir="ltr" className="figures">
                {name}
              </bdi>
              <span className="cut grow">
                <bdi>{customer_name}</bdi>
              </span>
              <Stage {...state} />
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
      {customers.length > 0 && (
        <Spotlight.ActionsGroup label={words.shell.customers}>
          {customers.map(({ id, name, phone, email }) => (
            <Spotlight.Action key={id} onClick={() => go('orders', { search: phone ?? name })}>
              <span className="cut grow">
                <bdi>{name}</bdi>
              </span>
              <bdi dir="ltr" className="dimmed end">
                {phone ?? email}
              </bdi>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
      {products.length > 0 && (
        <Spotlight.ActionsGroup label={words.shell.products}>
          {products.map(({ id, title, price }) => (
            <Spotlight.Action key={id} onClick={() => go('orders', { search: title })}>
              <span className="cut grow">
                <bdi>{title}</bdi>
              </span>
              <span className="dimmed end">
                <Money amount={price} withCurrency />
              </span>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
    </>
  )
}
