import type { Texts } from './text.ts'

export const storeTexts: Texts = {
  get_me: [
    'Get yourself',
    'Who you are, your invitations, and your stores with your role in each and what a front end needs to show amounts and days: currency, its number of decimals, and time zone.',
  ],
  get_home: [
    'Get the figures of one store',
    'What its people look at first: the sales of today and of seven days with the days before, what waits to be done, and the first steps of a new shop. Each figure has the query of the list that it counts. Only for people: API keys get 403 session_required.',
  ],
  search_store: [
    'Search one store',
    'Orders, customers and products that a term finds, at most five of each. Only for people: API keys get 403 session_required.',
  ],
  sign_out: [
    'Sign out of the console',
    'Ends the session of the console that sends this, and deletes its cookie. Requests with a session token get 404.',
  ],
  list_stores: ['List stores', 'The stores that you belong to.'],
  create_store: ['Create a store', 'You become its owner. The currency cannot be changed later.'],
  get_store_by_id: ['Get a store', 'With its settings and your role in it.'],
  update_store: ['Change a store', 'For owners and admins. Changes only the fields that are sent.'],
  list_members: ['List members', 'Members of a store, and people who are invited to it.'],
  invite_member: [
    'Invite a member',
    'For owners and admins. The person sees the invitation when they sign in with this email address.',
  ],
  get_member: ['Get a member', 'By user id; an invited person by the id of the invitation.'],
  change_member: [
    'Change the role of a member',
    'For owners and admins. Takes effect with the next request of the member.',
  ],
  remove_member: [
    'Remove a member',
    'For owners and admins; anybody can remove themselves. Also revokes an invitation.',
  ],
  list_invitations: ['List your invitations', 'Stores that invited you, newest first.'],
  accept_invitation: ['Accept an invitation', 'You become a member of the store.'],
  decline_invitation: ['Decline an invitation', 'The invitation ends.'],
}

export const analyticsTexts: Texts = {
  get_sales_summary: [
    'Get a sales summary',
    'Revenue, orders and averages of a period, compared with the period before. Days are those of the time zone of the store; the default is the last 30 days.',
  ],
  get_sales: ['Get sales over time', 'The sales summary, with one point per hour, day, week or month.'],
  get_top_products: [
    'Get the top products',
    'Products by revenue or by units sold in a period, the highest or the lowest first. Continue with next_cursor. With group_by=variant, the variants, with their available units and the days until they run out at the pace of the period.',
  ],
  get_platforms: ['Get sales by platform', 'Where the orders of a period came from, highest revenue first.'],
  get_customer_sales: [
    'Get sales to new and returning customers',
    "Customers' first orders in a period, and all later ones.",
  ],
  get_discount_sales: [
    'Get sales by discount',
    'How many orders of a period used each code or automatic discount, how much it took off, and their revenue.',
  ],
  get_city_sales: [
    'Get sales by city',
    'How many orders of a period went to each city, their revenue, and how many were cancelled, returned and refused.',
  ],
  get_cod_funnel: [
    'Get the cash-on-delivery funnel',
    'How many orders placed in a period were confirmed, shipped, delivered, returned and refused since, and how many were cancelled.',
  ],
}

export const eventTexts: Texts = {
  list_events: [
    'Follow the events of your stores',
    'Oldest first, so that continuing from `next_cursor` neither misses nor repeats an event. Starts with the first event, after a cursor, at a time (`from`), or now (`after=latest`). If `has_more` is false, wait a few seconds before the next request. A wildcard leaves out the types that you may not see; naming such a type in full is refused.',
  ],
  list_audit: ['List the audit log', 'For owners and admins: every event of the store and who did it, newest first.'],
  export_audit: [
    'Export the audit log',
    'For owners and admins. All events that match the filters, as CSV or JSONL, newest first.',
  ],
}

export const keyTexts: Texts = {
  list_api_keys: ['List API keys', 'For owners and admins. Newest first, without their secrets.'],
  create_api_key: [
    'Create an API key',
    'For owners and admins. `key` is the secret and is returned only once. With the key, a server of yours can call the operations that its scopes allow, in this store.',
  ],
  get_api_key: ['Get an API key', 'For owners and admins. Without its secret.'],
  revoke_api_key: ['Revoke an API key', 'For owners and admins. The next request with it is refused.'],
}

export const assistantTexts: Texts = {
  list_tokens: ['List tokens', 'Access tokens for MCP, newest first. Their secrets are not shown.'],
  mint_token: ['Create a token', 'For owners and admins. `token` is the secret and is returned only once.'],
  revoke_token: ['Revoke a token', 'For owners and admins. The next call with it is refused.'],
  call_mcp: [
    'Call the MCP endpoint',
    'Streamable HTTP of the Model Context Protocol: one JSON-RPC message per request. `tools/list` describes the tools.',
  ],
  call_mcp_alias: ['Call the MCP endpoint at /mcp', 'The same endpoint, for clients that do not support /api/mcp.'],
}

export const serviceTexts: Texts = {
  get_health: ['Check whether the service runs', 'Does not check the database.'],
  get_readiness: [
    'Check whether the service is ready',
    'Checks the configuration and the database, at most every five seconds.',
  ],
  get_openapi: ['Get this document', 'OpenAPI 3.1.'],
}

export const oauthTexts: Texts = {
  authorize: [
    'Start an authorization',
    'The authorization endpoint of OAuth 2.1: open it in a browser. Redirects to the consent page, where the person signs in, selects a store and allows access.',
  ],
  authorize_by_post: ['Start an authorization with a form', 'The same as GET, for long requests.'],
  issue_token: [
    'Get tokens',
    'Exchanges an authorization code or a refresh token for an access token for the MCP endpoint (RFC 6749). Refresh tokens work once.',
  ],
  revoke_oauth_token: ['Revoke a connection', 'Ends the connection that the token belongs to (RFC 7009).'],
  register_client: ['Register a client', 'Dynamic client registration (RFC 7591).'],
  get_authorization_server: ['Get the metadata of the authorization server', 'RFC 8414.'],
  get_protected_resource: ['Get the metadata of the MCP endpoint', 'RFC 9728. Names the authorization server.'],
}
