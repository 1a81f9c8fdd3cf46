import { Name } from './name.tsx'

/** A name and a value, in a list of facts. */
export const Fact = ({ name, value }: { name: string; value: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd>{value === null ? <span class="fine">Not set</span> : <Name text={value} maxLength={2000} />}</dd>
  </>
)
