import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { searchStore, type SearchStoreResponse } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { Money } from '../parts/money.tsx'
import { Stage } from '../parts/status.tsx'
import { clientOf } from '../service/client.ts'
import { useWords } from '../words/words.tsx'

const waitMs = 200

/** The longest term that lists search for. */
export const maxTerm = 200

/** What the service finds for what is typed, a moment after typing pauses. */
export function useFound(slug: string | undefined, typed: string) {
  const [q] = useDebouncedValue(typed.trim(), waitMs)
  // What was found for the letters before is not what Enter should open.
  const isWanted = slug !== undefined && q !== '' && q === typed.trim()
  const { data, error, isFetching } = useQuery({
    queryKey: [slug, 'search', q],
    queryFn: ({ signal }) => searchStore({ client: clientOf(slug), signal, query: { q } }),
    enabled: isWanted,
  })
  return {
    data: isWanted ? data : undefined,
    error: isWanted ? error : null,
    isSearching: slug !== undefined && (isFetching || typed.trim() !== q),
  }
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
            <Spotlight.Action key={id} onClick={() => go('orders', { customer_id: id })}>
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
            <Spotlight.Action key={id} onClick={() => go('orders', { search: title.slice(0, maxTerm) })}>
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
