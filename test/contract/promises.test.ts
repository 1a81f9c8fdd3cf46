import { describe, expect, test } from 'vitest'
import { broken, promisesOf } from '../../dev/contract/openapi/promises.ts'

const Shirt = {
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'string' }, size: { type: 'string', enum: ['small', 'large'] }, note: { type: 'string' } },
}
const NewShirt = {
  type: 'object',
  required: ['size'],
  properties: { size: { type: 'string' }, note: { type: 'string' } },
}

const operation = {
  operationId: 'create_shirt',
  parameters: [{ name: 'draft', in: 'query', schema: { type: 'boolean' } }],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewShirt' } } } },
  responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Shirt' } } } } },
}

const documentOf = (schemas: Record<string, unknown>, post: unknown = operation) => ({
  paths: { '/shirts': { post } },
  components: { schemas: { Shirt, NewShirt, ...schemas } },
})

const released = promisesOf(documentOf({}))
const breaks = (schemas: Record<string, unknown>, post?: unknown) =>
  broken(released, promisesOf(documentOf(schemas, post)))

describe('a change of the contract', () => {
  test('may add operations, parameters, fields of responses and optional fields of requests', () => {
    const more = {
      ...operation,
      parameters: [...operation.parameters, { name: 'gift', in: 'query', schema: { type: 'string' } }],
    }
    const colour = { type: 'string' }
    expect(
      breaks(
        {
          Shirt: { ...Shirt, required: ['id', 'size', 'colour'], properties: { ...Shirt.properties, colour } },
          NewShirt: { ...NewShirt, required: [], properties: { ...NewShirt.properties, colour } },
        },
        more,
      ),
    ).toEqual([])
  })

  test('may give a list of values a name, but may not remove one of its values', () => {
    const size = { $ref: '#/components/schemas/Size' }
    const named = (values: readonly string[]) => ({
      Shirt: { ...Shirt, properties: { ...Shirt.properties, size } },
      Size: { type: 'string', enum: values },
    })
    expect(breaks(named(['small', 'large']))).toEqual([])
    expect(breaks(named(['small']))).toEqual(['removed: Shirt.size = large'])
  })

  test('may answer with a component that is the released one and more, and not with another', () => {
    const answering = (name: string) => ({
      ...operation,
      responses: { 201: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } } },
    })
    const more = { type: 'object', properties: { wash: { type: 'string' } } }
    const WashedShirt = { allOf: [{ $ref: '#/components/schemas/Shirt' }, more] }
    expect(breaks({ WashedShirt }, answering('WashedShirt'))).toEqual([])
    expect(breaks({ WashedShirt: more }, answering('WashedShirt'))).toEqual([
      'removed: POST /shirts answers 201 application/json: Shirt',
      'new type: POST /shirts answers 201 application/json: WashedShirt',
    ])
  })

  test.for<[string, Record<string, unknown>, string]>([
    [
      'removes a field',
      { Shirt: { ...Shirt, properties: { id: Shirt.properties.id, size: Shirt.properties.size } } },
      'removed: Shirt.note: string',
    ],
    ['may omit a field of a response', { Shirt: { ...Shirt, required: ['id'] } }, 'removed: Shirt.size always'],
    [
      'removes a value',
      { Shirt: { ...Shirt, properties: { ...Shirt.properties, size: { type: 'string', enum: ['small'] } } } },
      'removed: Shirt.size = large',
    ],
    [
      'may answer with null',
      { Shirt: { ...Shirt, properties: { ...Shirt.properties, note: { type: ['string', 'null'] } } } },
      'new type: Shirt.note: null',
    ],
    ['requires a field', { NewShirt: { ...NewShirt, required: ['size', 'note'] } }, 'now required: NewShirt.note must'],
    [
      'takes another type',
      { NewShirt: { ...NewShirt, properties: { ...NewShirt.properties, note: { type: 'integer' } } } },
      'removed: NewShirt.note takes string',
    ],
  ])('breaks it if it %s', ([, schemas, expected]) => {
    expect(breaks(schemas)).toEqual([expected])
  })

  test('breaks it if it removes an operation or parameter, or requires a parameter', () => {
    expect(broken(released, promisesOf({ paths: {}, components: { schemas: { Shirt, NewShirt } } }))).toContain(
      'removed: POST /shirts is create_shirt',
    )
    expect(breaks({}, { ...operation, parameters: [] })).toEqual(['removed: POST /shirts query draft takes boolean'])
    const required = operation.parameters.map((parameter) => ({ ...parameter, required: true }))
    expect(breaks({}, { ...operation, parameters: required })).toEqual(['now required: POST /shirts query draft must'])
  })
})
