import { count, money, text } from '../language/language.ts'
import { loadProducts, type ProductRow } from '../service/requests.ts'
import { productStatuses, type Store } from '../service/types.ts'
import { Badge } from '../ui/badge.tsx'
import { Filter } from '../ui/filter.tsx'
import { List, useList } from '../ui/list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { PictureField } from './picture-field.tsx'
import { stockOf } from './stock.ts'

export function ProductsScreen({ query, store }: { readonly query: URLSearchParams; readonly store: Store }) {
  const filters = { search: query.get('search') ?? '', status: query.get('status') ?? '' }
  const list = useList('/products', query, filters, loadProducts)
  const { set } = list
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
      <List of={list}>
        {(products) => <ProductTable products={products} currency={store.currency} reload={list.found.reload} />}
      </List>
    </>
  )
}

type TableProps = { readonly products: readonly ProductRow[]; readonly currency: string; readonly reload: () => void }

const ProductTable = ({ products, currency, reload }: TableProps) => (
  <table class="cards">
    <thead>
      <tr>
        {(['picture', 'products', 'status', 'stock', 'price'] as const).map((name) => (
          <th key={name} scope="col">
            {text(name)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {products.map((product) => (
        <tr key={product.id}>
          <td class="picture">
            <PictureField product={product} added={reload} />
          </td>
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
            {money(product.price, currency)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
