import type { Order, OrderWithIncluded } from './generated/types.gen.ts'

declare const all: unique symbol

/** Of a call that asks for no fields, and so gets all of them. */
export type All = typeof all

/** What `fields` of a query takes: names in a text, separated by commas, or in an array. */
export type AnyFields = string | readonly string[] | All | undefined

type NamesIn<Fields> = Fields extends readonly (infer Name)[] ? Name : Fields extends string ? Split<Fields> : never

type Split<Text extends string, Found = never> = Text extends `${infer Name},${infer Rest}`
  ? Split<Rest, Found | Name>
  : Found | Text

/** Parts of a resource that `include` adds, and that stay whatever the fields. */
type Part<Query> = 'include' extends keyof NonNullable<Query>
  ? Exclude<keyof OrderWithIncluded, keyof Order> | 'resource'
  : never

/** The resource of a response, or one of its list. */
type ItemIn<Response> = Response extends { readonly data: readonly (infer Item)[]; readonly meta: unknown }
  ? Item
  : Response

type NameOf<Item> = Item extends unknown ? keyof Item & string : never

/** Nothing is one. Not never, with which the compiler would forget the names. */
type Unknown<Name> = { readonly 'unknown field': Name }

/** Whether the resource has all of these fields. With a minus before each name, they are left out. */
type Valid<Fields, Name extends string> =
  string extends NamesIn<Fields>
    ? unknown
    : [NamesIn<Fields>] extends [Name]
      ? unknown
      : [NamesIn<Fields>] extends [`-${Name}`]
        ? unknown
        : Unknown<Exclude<NamesIn<Fields>, Name>>

/** The names that `fields` takes. None if the operation has no such parameter. */
type Names<Response, Query> = 'fields' extends keyof NonNullable<Query>
  ? Exclude<NameOf<ItemIn<Response>>, Part<Query>>
  : never

/** A query whose `fields` must be of the resource in this response. */
export type AskingFor<Fields, Response, Query> = {
  readonly query?: { readonly fields?: Fields & Valid<Fields, Names<Response, Query>> } | undefined
}

export type QueryIn<Options> = Options extends { readonly query?: infer Query } ? Query : never

type WithoutFields<Query> = Query extends object ? Omit<Query, 'fields'> : Query

/** The options of an operation that is an argument, whose own type does not tell which `fields` are asked for. */
export type OptionsAskingFor<Fields, Response, Options> = {
  [Key in keyof Options]: Key extends 'query' ? WithoutFields<Options[Key]> : Options[Key]
} & AskingFor<Fields, Response, QueryIn<Options>>

type Kept<Item, Name, Stays> = Item extends unknown
  ? string extends Name
    ? Item
    : [Name] extends [`-${string}`]
      ? Omit<Item, NameOf<Item> & Left<Name>>
      : Pick<Item, (Name | Stays) & keyof Item>
  : never

type Left<Name> = Name extends `-${infer Rest}` ? Rest : never

/** Not those of a text or an array that is made while the program runs: any of its names may be missing. */
type IsKnown<Fields> =
  string extends NamesIn<Fields>
    ? false
    : Fields extends readonly unknown[]
      ? number extends Fields['length']
        ? false
        : true
      : true

type ChosenFrom<Item, Fields, Stays> = Fields extends string | readonly string[]
  ? IsKnown<Fields> extends true
    ? Kept<Item, NamesIn<Fields>, Stays>
    : Partial<Kept<Item, NamesIn<Fields>, Stays>>
  : Item

/** The fields of a resource that a client gets if it asks for these. */
export type Chosen<Item, Fields, Query> = All extends Fields ? Item : ChosenFrom<Item, Fields, Part<Query>>

/** A response with the chosen fields of its resource, or of each in its list. */
export type Answer<Response, Fields, Query> = All extends Fields
  ? Response
  : Response extends { readonly data: readonly (infer Item)[]; readonly meta: infer Meta }
    ? { data: Chosen<Item, Fields, Query>[]; meta: Meta }
    : Chosen<Response, Fields, Query>
