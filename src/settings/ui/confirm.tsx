import { FormToken } from './layout.tsx'
import { Name } from './name.tsx'

type Props = {
  /** The action, as a verb such as "Revoke". */
  verb: string
  name: string
  action: string
  consequence: string
  formToken: string
  store: string
  /** Needed where the same id can exist in several stores. */
  storeId?: string
}

/** A button that asks for confirmation before it acts. Works without script. */
export const Confirm = ({ verb, name, action, consequence, formToken, store, storeId }: Props) => (
  <details class="confirm">
    <summary>
      {verb}
      <span class="visually-hidden">
        {' '}
        <Name text={name} />
      </span>
    </summary>
    <form method="post" action={action}>
      <p>{consequence}</p>
      <FormToken value={formToken} />
      <input type="hidden" name="store" value={store} />
      {storeId !== undefined && <input type="hidden" name="store_id" value={storeId} />}
      <button class="danger">
        Yes, {verb.toLowerCase()}
        <span class="visually-hidden">
          {' '}
          <Name text={name} />
        </span>
      </button>
    </form>
  </details>
)
