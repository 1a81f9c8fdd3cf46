import { isObject, type Json, refTo } from './json.ts'

/** Components that are another one with more properties. */
const bases: Readonly<Record<string, string>> = {
  ChannelWithSecret: 'Channel',
  ConversationWithMessages: 'Conversation',
  CreatedOrder: 'Order',
  DuplicateCustomer: 'Customer',
  InvitedMember: 'Member',
  McpTokenWithSecret: 'McpToken',
  OrderWithIncluded: 'Order',
  ReturnedOrder: 'Order',
  UpdatedOrder: 'Order',
}

/** Writes the extended components with allOf, so that they refer to their base. */
export const extended = (components: Json): Json =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const base = bases[name]
      return [name, base === undefined ? schema : extend(schema, base, components[base])]
    }),
  )

/** The components with additional fields whose names have a prefix. All other fields are refused. */
const prefixes: Readonly<Record<string, string>> = { NewOrderItem: 'variant_' }

/** Writes such additional fields with their prefix, so that clients find misspelt fields. */
export const withPrefixes = (components: Json): Json =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const prefix = prefixes[name]
      if (prefix === undefined || !isObject(schema)) return [name, schema]
      const { additionalProperties, ...rest } = schema
      // The pattern would otherwise apply to the fields of the component too.
      const own = Object.keys(isObject(schema['properties']) ? schema['properties'] : {})
        .filter((field) => field.startsWith(prefix))
        .map((field) => field.slice(prefix.length))
      const pattern = `^${prefix}(?!(${own.join('|')})$)`
      return [name, { ...rest, patternProperties: { [pattern]: additionalProperties }, additionalProperties: false }]
    }),
  )

function extend(schema: unknown, name: string, base: unknown): Json {
  const [all, own] = [partsOf(schema), partsOf(base)]
  const isCopy = Object.entries(own.properties).every(
    ([field, json]) => JSON.stringify(all.properties[field]) === JSON.stringify(json),
  )
  if (!isCopy || own.required.some((field) => !all.required.includes(field)))
    throw new Error(
      `A component no longer has all fields of ${name}. Remove it from the list in dev/contract/openapi/extended.ts.`,
    )
  const properties = Object.entries(all.properties).filter(([field]) => !(field in own.properties))
  const required = all.required.filter((field) => !own.required.includes(field))
  const more = { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
  return { allOf: [refTo(name), more] }
}

function partsOf(schema: unknown): { readonly properties: Json; readonly required: readonly unknown[] } {
  const { properties, required }: Json = isObject(schema) ? schema : {}
  return { properties: isObject(properties) ? properties : {}, required: Array.isArray(required) ? required : [] }
}
