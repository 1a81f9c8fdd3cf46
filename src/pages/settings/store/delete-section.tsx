import { Confirm } from '../ui/confirm.tsx'
import type { Account } from '../page/layout.tsx'
import { useWords } from '../words/words.ts'
import type { MyStore } from './store-choice.tsx'

type Props = {
  words: { readonly deleteTitle: string; readonly deleteHelp: string; readonly deleteConsequence: string }
  name: string
  /** The path of the thing's own form. */
  action: string
  account: Account
  store: MyStore
}

/** Below the form of one thing: deletes it, after a question. */
export const DeleteSection = ({ words, name, action, account, store }: Props) => (
  <section class="card" aria-labelledby="delete">
    <header>
      <h2 id="delete">{words.deleteTitle}</h2>
      <p class="fine">{words.deleteHelp}</p>
    </header>
    <Confirm
      verb={useWords().ui.delete}
      name={name}
      action={`${action}/delete`}
      consequence={words.deleteConsequence}
      formToken={account.formToken}
      store={store.slug}
      storeId={store.id}
    />
  </section>
)
