// Shows the contract with Swagger UI, and lets people sign in with the identity provider of this deployment.
const signIn = JSON.parse(document.getElementById('sign-in').textContent)
const contract = await (await fetch('/openapi.json')).json()

/** The authorization code flow with PKCE, if this deployment has a client for it. Otherwise people paste a token. */
async function addSignIn({ issuer, scope }) {
  const found = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { authorization_endpoint, token_endpoint } = await found.json()
  contract.components.securitySchemes.session = {
    type: 'oauth2',
    description: 'Sign in with your identity provider.',
    flows: {
      authorizationCode: {
        authorizationUrl: authorization_endpoint,
        tokenUrl: token_endpoint,
        scopes: Object.fromEntries(scope.split(' ').map((name) => [name, name])),
      },
    },
  }
}

if (signIn) await addSignIn(signIn).catch((error) => console.error('No sign-in:', error))

// There is one server: this one.
delete contract.servers
// Swagger UI shows webhooks in colours that are hard to read, and not by keyboard.
delete contract.webhooks
contract.info.description +=
  '\n- **Webhooks** are not on this page: see [Webhooks](/docs/webhooks) for how to receive them, and [Events](/docs/events) for every type. [openapi.json](/openapi.json) has the schema of each body.'

/** Puts everything into landmarks, and a heading between the title and the tags. */
const landmarks = ({ React: { createElement } }) => ({
  wrapComponents: {
    InfoContainer: (Info) => (props) =>
      createElement(
        'section',
        { 'aria-label': 'About' },
        createElement(Info, props),
        createElement('h2', { className: 'visually-hidden' }, 'Operations'),
      ),
    FilterContainer: (Filter) => (props) =>
      createElement('section', { 'aria-label': 'Filter' }, createElement(Filter, props)),
  },
})

const ui = SwaggerUIBundle({
  spec: contract,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [landmarks],
  oauth2RedirectUrl: `${location.origin}/docs/oauth2-redirect`,
})
if (signIn)
  ui.initOAuth({
    clientId: signIn.clientId,
    scopes: signIn.scope.split(' '),
    usePkceWithAuthorizationCodeGrant: true,
  })
