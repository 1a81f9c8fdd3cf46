/**
 * The OAuth callback of an extension `publisher.name` in a code editor, such as Cline's
 * `vscode://saoudrizwan.claude-dev/mcp-auth/callback/<hash>`. The editors' other URLs are deep links.
 */
const editorExtension = /^\/\/(?!anysphere\.)[\w-]+\.[\w-]+\/(?:[\w.-]+\/)*[\w-]*(?:auth|callback)[\w-]*(?:\/[\w.-]+)*$/

/**
 * Apps whose scheme is not a reversed domain, with their OAuth callbacks, taken from registrations in public issue trackers and
 * from the apps' source code. Other URLs of the same scheme are not redirect URIs:
 * `cursor://anysphere.cursor-deeplink/mcp/install` offers to install an MCP server.
 */
const knownApps: Readonly<Record<string, readonly RegExp[]>> = {
  // Claude's desktop app.
  claude: [/^\/\/claude\.ai\/mcp-auth-callback(?:\/[\w-]+)?$/],
  // The Codex app.
  codex: [/^\/\/connector\/oauth_callback$/],
  // laravel/mcp#173; releases before 1.5 registered cursor-retrieval.
  cursor: [/^\/\/anysphere\.cursor-(?:mcp\/oauth\/callback|retrieval\/oauth\/[\w-]+\/callback)$/, editorExtension],
  raycast: [/^\/\/oauth\?package_name=[\w.~%()+-]+$/],
  warp: [/^\/\/mcp\/oauth2callback$/],
  zed: [/^\/\/oauth\/callback$/],
  // Editors that run VS Code extensions.
  antigravity: [editorExtension],
  kiro: [editorExtension],
  trae: [editorExtension],
  vscode: [editorExtension],
  'vscode-insiders': [editorExtension],
  vscodium: [editorExtension],
  windsurf: [editorExtension],
}

/** RFC 8252 section 7.1: a reversed domain name, beginning with a top-level domain. */
const reversedDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/**
 * Whether a URL with a private-use scheme may be a redirect URI. An allowlist, because operating systems have many schemes and
 * some execute their argument (`ms-officecmd:`).
 */
export function isAppAddress(scheme: string, rest: string): boolean {
  if (reversedDomain.test(scheme)) return true
  return Object.hasOwn(knownApps, scheme) && knownApps[scheme]?.some((address) => address.test(rest)) === true
}
