import { handbookTopics } from "./handbook"

/**
 * Posts that are hard to render, by `module key/number`: markup that would run, other scripts,
 * great length.
 */
export const awkwardPosts: {
  readonly [post: string]: readonly {
    culture: string | null
    title: string | null
    bodyText: string | null
  }[]
} = {
  "news/1": [
    {
      culture: "ar",
      title: "مرحباً بكم في نوردليس",
      bodyText:
        '<p dir="rtl">أهلاً وسهلاً بالزملاء الجدد! يسعدنا انضمامكم إلى فريقنا في <b>Nordlys</b>. 🌿</p>',
    },
    {
      culture: "en-GB",
      title: "Welcome to Nordlys, in Arabic",
      bodyText:
        "<p>For our new colleagues: the welcome letter in Arabic. 👩🏽‍🌾👨‍👩‍👧‍👦 Zoë, Łukasz, Ðorđe and 李雷 say hello.</p>",
    },
  ],
  "safety/1": [
    {
      culture: "en-GB",
      title: 'Suspicious e-mails: what <script>alert("x")</script> looks like',
      bodyText: [
        "<h2>If you see something like this, do not click</h2>",
        '<script>document.title = "this must never run"</script>',
        '<img src="x" onerror="document.title = &quot;nor this&quot;" alt="A parcel that nobody ordered">',
        '<a href="javascript:void(document.title = 1)" onclick="document.title = 2">Track your parcel</a>',
        '<style>body { display: none }</style><iframe src="about:blank"></iframe>',
        "<p>Forward it to IT &amp; delete it. 5 &lt; 6 &amp;&amp; \"quotes\" 'too'; --</p>",
      ].join("\n"),
    },
  ],
  "campaigns/2": [
    { culture: "da-DK", title: "Påskeudstilling: billeder følger", bodyText: null },
    {
      culture: null,
      title: "Easter display",
      bodyText: "<p>Translated by the agency; nobody chose a language for it.</p>",
    },
    {
      culture: "de-DE",
      title: null,
      bodyText: "<p>Bilder der Osterdekoration folgen am Freitag.</p>",
    },
  ],
  "handbook/0": [
    {
      culture: "en-GB",
      title: "The whole handbook on one page",
      bodyText: Array.from({ length: 120 }, (_, chapter) =>
        handbookTopics
          .map(({ "en-GB": { title, paragraphs } }, index) => {
            const body = paragraphs.map((text) => `<p>${text}</p>`).join("")
            return `<h2>${chapter + 1}.${index + 1} ${title}</h2>${body}`
          })
          .join("\n"),
      )
        .join("\n")
        .replaceAll("{count}", "7")
        .replaceAll("{percent}", "15")
        .replaceAll("{city}", "Taulov"),
    },
  ],
}

/**
 * Replies that are hard to render: right-to-left text, emoji, markup that would run, great length.
 */
export const awkwardReplies: readonly string[] = [
  "تم الإصلاح، شكراً لكم! 🛠️ (repaired, thank you)",
  'The screen said <b>Error</b> <script>alert("x")</script> & "call 112" 👩🏽‍🔧',
  `What I tried so far, step by step:\n${Array.from(
    { length: 60 },
    (_, step) =>
      `${step + 1}. Switched it off, waited ${step + 1} minutes, switched it on again: no change.`,
  ).join("\n")}`,
]
