/** HTML that tries to escape from where it is shown. */
export interface Payload {
  readonly name: string
  readonly html: string
}

/** The parts of a payload: a URL that must never be requested and a script that must never run. */
interface Means {
  readonly url: string
  readonly script: string
}

type Write = (means: Means) => string
type Family = readonly (readonly [name: string, write: Write])[]

/** The colour that payloads apply; no page of the dashboard has it. */
export const hostileColour = "rgb(1, 2, 3)"

const named = (name: string, writes: readonly Write[]): Family =>
  writes.map((write, index) => [`${name} ${index + 1}`, write])

const scripts = named("script", [
  ({ script }) => `<script>${script}</script>`,
  ({ url }) => `<script src="${url}"></script>`,
  ({ url }) => `<script type="module">import "${url}"</script>`,
  ({ script }) => `<SCRIPT/XSS>${script}</SCRIPT>`,
  ({ script }) => `<scr<script>ipt>${script}</scr</script>ipt>`,
  ({ script }) => `<script\n>${script}</script\n>`,
  ({ script }) => `<<script>${script}//<</script>`,
  ({ script }) => `<noscript><p title="</noscript><script>${script}</script>">`,
  ({ script }) => `<template><script>${script}</script></template>`,
  ({ script }) => `<template shadowrootmode="open"><script>${script}</script></template>`,
  ({ url }) => `<script type="speculationrules">{"prefetch":[{"urls":["${url}"]}]}</script>`,
  ({ url }) => `<script type="importmap">{"imports":{"react":"${url}"}}</script>`,
])

const handlers = [
  "img src=x onerror",
  "svg onload",
  "body onload",
  "body onpageshow",
  "input autofocus onfocus",
  "details open ontoggle",
  "video src=x onerror",
  "audio src=x onerror",
  "marquee onstart",
  "p onpointerenter",
  "p onmouseover",
  "a href=# onclick",
  "div onclick",
  "textarea autofocus onfocus",
  "select autofocus onfocus",
  "object data=x onerror",
  "link rel=stylesheet href=x onerror",
  "style onload",
  "iframe onload",
  "p style=animation:a onanimationstart",
  "p onwheel",
  "p contenteditable onbeforeinput",
  "p tabindex=0 onfocus",
  "dialog open onclose",
  "p popover onbeforetoggle",
  "button onclick",
  "form onsubmit",
  "p oncontentvisibilityautostatechange",
]

const events: Family = handlers.map((start) => [
  `handler ${start}`,
  ({ script }) => `<${start}="${script}">Text</${start.split(" ")[0]}>`,
])

const schemes: Family = [
  ["plain", "javascript:"],
  ["upper case", "JaVaScRiPt:"],
  ["tab", "java&#9;script:"],
  ["newline", "java&#10;script:"],
  ["leading control", "&#1;javascript:"],
  ["entities", "&#x6a;&#97;vascript&colon;"],
  ["view-source", "view-source:javascript:"],
  ["vbscript", "vbscript:"],
].map(([name = "", scheme = ""]) => [
  `link ${name}`,
  ({ script }: Means) => `<a href="${scheme}${script}" autofocus>Track your parcel</a>`,
])

const dataPages = named("data page", [
  ({ script }) => `<a href="data:text/html,<script>${script}</script>">Read more</a>`,
  ({ script }) => `<iframe src="data:text/html,<script>${script}</script>"></iframe>`,
  ({ script }) => `<object data="data:text/html,<script>${script}</script>"></object>`,
  ({ script }) => `<embed src="data:image/svg+xml,<svg onload='${script}'/>">`,
  ({ url }) =>
    `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${url}'/></svg>">`,
  ({ script }) => `<iframe srcdoc="<script>parent.${script}</script>"></iframe>`,
  ({ script }) => `<iframe src="javascript:${script}"></iframe>`,
])

const loads: Family = [
  "img src",
  "img srcset",
  "img lowsrc",
  "image src",
  "input type=image src",
  "audio src",
  "video src",
  "video poster",
  "source srcset",
  "track src",
  "embed src",
  "object data",
  "iframe src",
  "frame src",
  "body background",
  "table background",
  "td background",
  "link rel=stylesheet href",
  "link rel=preload as=image href",
  "link rel=prefetch href",
  "link rel=dns-prefetch href",
  "link rel=preconnect href",
  "link rel=icon href",
  "link rel=manifest href",
  "link rel=modulepreload href",
  "applet code",
  "bgsound src",
  "portal src",
  "q cite",
  "blockquote cite",
  "form autofocus action",
  "a ping",
].map((start) => [`load ${start}`, ({ url }: Means) => `<${start}="${url}">Text`])

const pictures = named("picture", [
  ({ url }) => `<picture><source srcset="${url} 1x"><img src="${url}" alt="A parcel"></picture>`,
  ({ url }) => `<video controls autoplay><source src="${url}"></video>`,
  ({ url }) => `<img src="${url.replace(/^http:/, "")}" width=1 height=1>`,
  ({ url }) => `<img src="/hostile/own?${new URL(url).pathname}">`,
  ({ url }) => `<svg><image href="${url}"/><use href="${url}#a"/></svg>`,
  ({ url }) => `<svg><foreignObject><img src="${url}"></foreignObject></svg>`,
])

const styles = named("style", [
  ({ url }) => `<style>@import "${url}";</style>`,
  ({ url }) => `<style>@import url(${url}) screen;</style>`,
  () =>
    `<style>* { color: ${hostileColour} !important; outline: 9px solid ${hostileColour} }</style>`,
  () => `<style>:root, :host, body, main, nav { display: none !important }</style>`,
  ({ url }) => `<style>body { background: url("${url}") }</style>`,
  ({ url }) => `<style>p { background: u\\72l(${url}) }</style><p>Text</p>`,
  ({ url }) =>
    `<style>@font-face { font-family: x; src: url(${url}) } p { font-family: x }</style><p>Text</p>`,
  ({ url }) => `<style>@media all { p::after { content: url(${url}) } }</style><p>Text</p>`,
  ({ url }) => `<style>p { --x: url(${url}); background: var(--x) }</style><p>Text</p>`,
  ({ url }) => `<style>p { background: image-set("${url}" 1x) }</style><p>Text</p>`,
  ({ url }) => `<style>p { cursor: url(${url}), auto; list-style: url(${url}) }</style><p>Text</p>`,
  ({ url }) =>
    `<style>@namespace x "${url}"; @layer a { p { mask: url(${url}#a) } }</style><p>Text</p>`,
  ({ url }) => `<style>p { & b { background: url(${url}) } }</style><p><b>Text</b></p>`,
  ({ url }) => `<p style="background:url(${url})">Text</p>`,
  ({ url }) => `<p style='background:url("${url}");list-style-image:url(${url})'>Text</p>`,
  ({ script }) => `<p style="width:expression(${script})">Text</p>`,
  ({ url }) => `<p style="-moz-binding:url(${url});behavior:url(${url})">Text</p>`,
  () =>
    `<p style="position:fixed;inset:0;z-index:99999;background:${hostileColour}">Sign in again</p>`,
  ({ script }) => `<style></sty</style><script>${script}</script>`,
  ({ script }) => `<style>a::before{content:"<\\/style><script>${script}<\\/script>"}</style>`,
])

const pageChanges = named("page", [
  ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  ({ script }) => `<meta http-equiv="refresh" content="0;url=javascript:${script}">`,
  () => `<meta http-equiv="Content-Security-Policy" content="default-src *">`,
  () => `<meta http-equiv="set-cookie" content="hostile=1">`,
  ({ url }) => `<base href="${url}/"><img src="x"><a href="y" target="_top">Text</a>`,
  ({ url }) => `<base target="_top"><a href="${url}">Text</a>`,
  ({ url }) => `<a href="${url}" target="_top" rel="opener">Text</a>`,
  ({ url }) => `<a href="${url}" target="_blank" download>Text</a>`,
  () => `<a href="/hostile/own" target="_parent">Text</a>`,
  ({ url }) =>
    `<html manifest="${url}"><head><title>hostile</title></head><body>Text</body></html>`,
])

const forms = named("form", [
  ({ url }) => `<form action="${url}" target="_top"><button autofocus>Sign in</button></form>`,
  ({ script }) => `<form action="javascript:${script}"><input type="submit"></form>`,
  ({ url }) => `<button form="x" formaction="${url}">Sign in</button><form id="x"></form>`,
  () => `<form action="/api/auth/signout" method="post"><button>Sign in</button></form>`,
  ({ url }) =>
    `<form method="dialog"><input name="attributes"><img src="${url}" name="body"></form>`,
  () => `<isindex type="image" action="/hostile/own">`,
])

const mutations = named("mutation", [
  ({ script }) => `<svg></p><style><a id="</style><img src=x onerror=${script}>">`,
  ({ script }) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${script}&gt;">`,
  ({ script }) =>
    `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${script}>`,
  ({ script }) => `<svg><style><img src=x onerror=${script}></style></svg>`,
  ({ script }) =>
    `<math><annotation-xml encoding="text/html"><img src=x onerror=${script}></annotation-xml></math>`,
  ({ script }) => `<svg><title><style></title><img src=x onerror=${script}></style></svg>`,
  ({ script }) => `<table><td><svg><desc><table><td><img src=x onerror=${script}>`,
  ({ script }) => `<xmp><p title="</xmp><img src=x onerror=${script}>">`,
  ({ script }) => `<noembed><img title="</noembed><img src=x onerror=${script}>"></noembed>`,
  ({ script }) => `<textarea><img title="</textarea><img src=x onerror=${script}>"></textarea>`,
  ({ script }) => `<title><img title="</title><img src=x onerror=${script}>"></title>`,
  ({ script }) => `<!--><img src=x onerror=${script}>-->`,
  ({ script }) => `<!--<img title="--!><img src=x onerror=${script}>">-->`,
  ({ script }) => `<![CDATA[><img src=x onerror=${script}>]]>`,
  ({ script }) => `<?xml-stylesheet href="javascript:${script}"?><p>Text</p>`,
  ({ script }) => `<svg><script href="data:,${script}"/></svg>`,
  ({ script }) =>
    `<svg><animate attributeName="href" values="javascript:${script}"/><a><text y="20">Text</text></a></svg>`,
  ({ script }) => `<svg><set attributeName="onmouseover" to="${script}"/></svg>`,
  ({ script }) =>
    `<a href="x" title="#name# &quot; onclick=${script} #"onclick=${script}#">#link#</a>`,
  ({ script }) => `#<img src=x onerror=${script}># #a<b onclick=${script}>c#`,
])

const breakOuts = named("break out", [
  ({ script }) => `"></iframe><script>${script}</script>`,
  ({ script }) => `&quot;&gt;&lt;/iframe&gt;&lt;script&gt;${script}&lt;/script&gt;`,
  ({ script }) => `</body></html><script>${script}</script>`,
  ({ script }) => `</style></head><body onload="${script}">Text`,
  ({ script }) => `' onload='${script}' x='`,
  ({ url }) => `<img src='${url}?`,
  ({ url }) => `<a href="${url}"><img alt="`,
  ({ url }) => `<form action="${url}"><textarea>`,
  ({ script }) => `{{constructor.constructor('${script}')()}}\${${script}}`,
  ({ script }) => `</script><script>${script}</script>`,
])

const families = [
  scripts,
  events,
  schemes,
  dataPages,
  loads,
  pictures,
  styles,
  pageChanges,
  forms,
  mutations,
  breakOuts,
]

/**
 * All payloads. They refer to `trap`, an origin that must receive no request; their scripts set
 * `top.hostile`, open a dialog and send a request.
 */
export const hostilePayloads = (trap: string): Payload[] =>
  families.flat().map(([name, write], index) => {
    const url = `${trap}/hostile/${index}`
    return { name, html: write({ url, script: `top.hostile=alert(fetch('${url}'))` }) }
  })
