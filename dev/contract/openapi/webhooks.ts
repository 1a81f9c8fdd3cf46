import { eventCatalogue, eventTypes, type EventType } from '../../../src/areas/events/event-catalogue.ts'
import { isObject, type Json, pascal, refTo } from './json.ts'
import { answers, webhookHeaders } from './webhook-exchange.ts'

/** What a webhook adds to an event: the subject as it is when the event is sent. */
export const snapshots: Readonly<
  Record<string, { readonly name: string; readonly field: string; readonly schema: Json }>
> = {
  order: { name: 'WithOrder', field: 'order', schema: refTo('Order') },
  product: { name: 'WithProduct', field: 'product', schema: refTo('Product') },
  customer: { name: 'WithCustomer', field: 'customer', schema: refTo('Customer') },
  conversation: { name: 'WithConversation', field: 'conversation', schema: refTo('Conversation') },
  variant: { name: 'WithStockLevel', field: 'variant', schema: refTo('StockLevel') },
  collection: { name: 'WithCollection', field: 'collection', schema: refTo('Collection') },
  delivery_method: { name: 'WithDeliveryMethod', field: 'delivery_method', schema: refTo('DeliveryMethod') },
  discount: { name: 'WithDiscount', field: 'discount', schema: refTo('Discount') },
  segment: { name: 'WithSegment', field: 'segment', schema: refTo('Segment') },
}

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }

const stockLevel: Json = {
  type: 'object',
  description: 'The stock of a variant.',
  required: ['id', 'product_id', 'sku', 'on_hand', 'reserved', 'available'],
  properties: {
    id: uuid,
    product_id: uuid,
    sku: { type: ['string', 'null'] },
    on_hand: { type: 'integer' },
    reserved: { type: 'integer', description: 'For orders that have not been shipped yet' },
    available: { type: 'integer', description: 'on_hand minus reserved' },
  },
}

const withSnapshot = (field: string, schema: Json): Json => ({
  type: 'object',
  required: ['data'],
  properties: {
    changes: {
      type: 'object',
      additionalProperties: true,
      description: `If the event says which fields were changed: their values in ${field}`,
    },
    data: {
      type: 'object',
      properties: {
        [field]: schema,
        object_url: {
          ...text,
          format: 'uri',
          description: `Instead of ${field}, if the body would otherwise be 20 KB or more: read it there`,
        },
      },
    },
  },
})

/** `order.created` becomes `OrderCreatedEvent`. */
export const nameOf = (type: string) => `${pascal(type.replaceAll('.', '_'))}Event`

export const oneOf = (schemas: readonly Json[]): Json => (schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas })

export const typesOf = (subject: string) => eventTypes.filter((type) => eventCatalogue[type].subject === subject)

/** The types whose subject a webhook does not have. */
export const withoutSnapshot = eventTypes.filter((type) => snapshots[eventCatalogue[type].subject] === undefined)

/** The body of a webhook. */
function bodyOf(type: EventType): Json {
  const snapshot = snapshots[eventCatalogue[type].subject]
  return snapshot ? { allOf: [refTo(nameOf(type)), refTo(snapshot.name)] } : refTo(nameOf(type))
}

/** Any webhook. Grouped by snapshot, so that the document stays small. */
function anyBody(): Json {
  const grouped = Object.entries(snapshots).map(([subject, { name }]) => ({
    allOf: [oneOf(typesOf(subject).map((type) => refTo(nameOf(type)))), refTo(name)],
  }))
  return {
    description: 'The body of a webhook. Its type determines its data.',
    oneOf: [...grouped, ...withoutSnapshot.map((type) => refTo(nameOf(type)))],
  }
}

/**
 * Gives each type of event a name, and what they share another, instead of repeating it for each. Takes and returns
 * components.
 */
export function withEvents({ StoreEvent: union, WebhookDelivery: delivery, ...components }: Json): Json {
  const kinds = isObject(union) && Array.isArray(union['oneOf']) ? union['oneOf'] : []
  const [first]: unknown[] = kinds
  if (!isObject(first) || !isObject(first['properties'])) throw new Error('the component StoreEvent lists no types')
  const { type: _type, data: _data, subject: _subject, ...shared } = first['properties']
  const subjects = [...new Set(eventTypes.map((type) => eventCatalogue[type].subject))]
  const envelope = {
    type: 'object',
    description: 'What every event has.',
    required: [...Object.keys(shared), 'subject'],
    properties: {
      ...shared,
      subject: {
        type: 'object',
        description: 'What the event is about',
        required: ['type', 'id'],
        properties: { type: { ...text, enum: subjects }, id: uuid },
      },
    },
  }
  return {
    ...components,
    ...Object.fromEntries(kinds.map((kind) => named(kind))),
    EventEnvelope: envelope,
    WebhookDelivery: withContent(delivery),
    StoreEvent: {
      description: 'An event. Its type determines its data.',
      oneOf: eventTypes.map((type) => refTo(nameOf(type))),
    },
    StockLevel: stockLevel,
    ...Object.fromEntries(
      Object.values(snapshots).map(({ name, field, schema }) => [name, withSnapshot(field, schema)]),
    ),
    WebhookEvent: anyBody(),
  }
}

/** The body of a delivery is a webhook as text. */
function withContent(delivery: unknown): Json {
  const { properties, ...rest }: Json = isObject(delivery) ? delivery : {}
  if (!isObject(properties) || !isObject(properties['body']))
    throw new Error('the component WebhookDelivery has no body')
  const body = { ...properties['body'], contentMediaType: 'application/json', contentSchema: refTo('WebhookEvent') }
  return { ...rest, properties: { ...properties, body } }
}

function named(kind: unknown): readonly [string, Json] {
  const { description, properties }: Json = isObject(kind) ? kind : {}
  const { type, data }: Json = isObject(properties) ? properties : {}
  const own = { type: 'object', required: ['type', 'data'], properties: { type, data } }
  const constant = isObject(type) ? type['const'] : undefined
  return [nameOf(String(constant)), { description, allOf: [refTo('EventEnvelope'), own] }]
}

/** The webhooks section: one webhook for each type of event. */
export const webhooks = (): Json =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: type,
          summary: eventCatalogue[type].about,
          tags: ['Webhooks'],
          security: [{ standardWebhook: [] }],
          parameters: webhookHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: { required: true, content: { 'application/json': { schema: bodyOf(type) } } },
          responses: Object.fromEntries(
            Object.entries(answers).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
          ),
        },
      },
    ]),
  )
