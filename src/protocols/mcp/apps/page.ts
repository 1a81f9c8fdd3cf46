import { bridge, viewStyle } from './bridge.ts'

type Words = Readonly<Record<'en' | 'ar', Readonly<Record<string, string>>>>

/** A view as a document that sends no request to any server. Its data comes from the host, as messages. */
export const page = (script: string, words: Words, ownStyle = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.en['title']}</title>
<style>${viewStyle}.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
${ownStyle}</style>
</head>
<body>
<main></main>
<p role="status"></p>
<script>${bridge}
const allWords = ${JSON.stringify(words)}
${script}</script>
</body>
</html>
`
