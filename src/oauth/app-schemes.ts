/**
 * In a code editor, an address that the extension `publisher.name` takes an OAuth answer at, such as Cline's
 * `vscode://saoudrizwan.claude-dev/mcp-auth/callback/<hash>`. The editors' other addresses are deep links.
 */
const editorExtension = /^\/\/(?!anysphere\.)[\w-]+\.[\w-]+\/(?:[\w.-]+\/)*[\w-]*(?:auth|callback)[\w-]*(?:\/[\w.-]+)*$/

/**
 * Apps with a scheme that is no reversed domain, and the addresses at which each takes an OAuth answer; taken from
 * registrations seen in public issue trackers and in the apps' own sources. The rest of an app's scheme is not its
 * redirect address: `cursor://anysphere.cursor-deeplink/mcp/install` offers to install an MCP server.
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
  // Editors that run VS Code's extensions.
  antigravity: [editorExtension],
  kiro: [editorExtension],
  trae: [editorExtension],
  vscode: [editorExtension],
  'vscode-insiders': [editorExtension],
  vscodium: [editorExtension],
  windsurf: [editorExtension],
}

/** RFC 8252 section 7.1: the reversed name of a domain, so a top-level domain comes first. */
const reversedDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/**
 * Whether an address of a private-use scheme may be a redirect address. A list of those that may, as an operating
 * system has more schemes than anybody knows, and some of them run what they are given (`ms-officecmd:`).
 */
export function isAppAddress(scheme: string, rest: string): boolean {
  if (reversedDomain.test(scheme)) return true
  return Object.hasOwn(knownApps, scheme) && knownApps[scheme]?.some((address) => address.test(rest)) === true
}
