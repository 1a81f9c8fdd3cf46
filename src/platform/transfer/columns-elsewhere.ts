type Headers = { readonly shopify?: readonly string[]; readonly woocommerce?: readonly string[] }

/** Headers of the files of other systems, spelled as there, by the name of the column here that has the same content. */
export type ColumnsElsewhere = Readonly<Record<string, Headers>>
