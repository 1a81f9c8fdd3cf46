import { count, money, text } from '../language/language.ts'
import { useLoad } from '../load.ts'
import { goTo, linkTo } from '../route.ts'
import { loadProducts, type ProductRow } from '../service/requests.ts'
import { productStatuses } from '../service/types.ts'
import { Badge } from '../ui/badge.tsx'
import { Filter } from '../ui/filter.tsx'
import { Loading } from '../ui/loading.tsx'
import { Pager } from '../ui/pager.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { stockOf } from './stock.ts'

export function ProductsScreen({ query }: { readonly query: URLSearchParams }) {
  const filters = { search: query.get('search') ?? '', status: query.get('status') ?? '' }
  const cursor = query.get('cursor') ?? undefined
  const products = useLoad((signal) => loadProducts({ ...filters, cursor }, signal), [query.toString()])
  const set = (name: keyof typeof filters) => (value: string) =>
    goTo(linkTo('/products', { ...filters, [name]: value }))
  return (
    <>
      <h1>{text('products')}</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchBox value={filters.search} onChange={set('search')} />
        <Filter
          label={text('status')}
          kind="product"
          values={productStatuses}
          value={filters.status}
          onChange={set('status')}
        />
      </form>
      <Loading of={products}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? <p class="notice">{text('none_found')}</p> : <ProductTable products={data} />}
            <Pager
              meta={meta}
              isFirst={cursor === undefined}
              linkFor={(next) => linkTo('/products', { ...filters, cursor: next })}
            />
          </>
        )}
      </Loading>
    </>
  )
}

const ProductTable = ({ products }: { readonly products: readonly ProductRow[] }) => (
  <table class="cards">
    <thead>
      <tr>
        {(['products', 'status', 'stock', 'price'] as const).map((name) => (
          <th key={name} scope="col">
            {text(name)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {products.map((product) => (
        <tr key={product.id}>
          <th scope="row">
            <bdi>{product.title}</bdi>
            {product.variants.length > 1 && (
              <small>{text('variants', { number: count(product.variants.length) })}</small>
            )}
          </th>
          <td data-label={text('status')}>
            <Badge kind="product" value={product.status} />
          </td>
          <td data-label={text('stock')}>{stockOf(product.variants)}</td>
          <td data-label={text('price')} class="number">
            {money(product.price, product.currency)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
