import type { Topic } from "./text"

export const newsTopics: readonly Topic[] = [
  {
    "da-DK": {
      title: "Vi åbner i {city} den {day}",
      paragraphs: [
        "Så er det endelig tid: dørene går op i {city} den {day} kl. {hour}. De første {count} kunder får en plante med hjem.",
        "Tak til alle, der har pakket varer ud, monteret reoler og øvet kasserne igen og igen. Kom forbi, hvis du er i nærheden – der er kaffe og kage i personalerummet hele dagen.",
      ],
    },
    "de-DE": {
      title: "Neueröffnung in {city} am {day}",
      paragraphs: [
        "Am {day} um {hour} Uhr ist es so weit: Unsere neue Filiale in {city} öffnet ihre Türen. Die ersten {count} Kundinnen und Kunden erhalten eine Pflanze geschenkt.",
        "Vielen Dank an alle, die ausgepackt, aufgebaut und die Kassen geprobt haben. Wer in der Nähe ist, schaut vorbei – im Pausenraum gibt es den ganzen Tag Kaffee und Kuchen.",
      ],
    },
    "en-GB": {
      title: "We open in {city} on {day}",
      paragraphs: [
        "It is finally time: the doors in {city} open on {day} at {hour}:00. The first {count} customers take a plant home with them.",
        "Thank you to everybody who unpacked, built shelves and rehearsed the tills again and again. Drop in if you are nearby; there is coffee and cake in the break room all day.",
      ],
    },
  },
  {
    season: [5, 6],
    "da-DK": {
      title: "Sommerfest den {day}: tilmeld dig nu",
      paragraphs: [
        "Årets sommerfest holdes i {city}. Der er grill, musik og fodboldturnering, og der kører busser fra alle regioner.",
        "Tilmeldingen lukker i uge {week}. Husk at skrive, om du har allergier, og om du tager børn med.",
      ],
    },
    "de-DE": {
      title: "Sommerfest am {day}: jetzt anmelden",
      paragraphs: [
        "Unser Sommerfest findet dieses Jahr in {city} statt, mit Grill, Musik und Fußballturnier. Aus allen Regionen fahren Busse.",
        "Anmeldeschluss ist Kalenderwoche {week}. Bitte gebt Allergien an und ob ihr Kinder mitbringt.",
      ],
    },
    "en-GB": {
      title: "Summer party on {day}: sign up now",
      paragraphs: [
        "This year's summer party is in {city}, with a barbecue, music and a football tournament. Coaches run from every region.",
        "Sign-up closes in week {week}. Please tell us about allergies and whether you bring children.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Kvartalsresultat: {percent} % fremgang i de sammenlignelige butikker",
      paragraphs: [
        "Vi er kommet godt gennem kvartalet. Salget i de sammenlignelige butikker steg med {percent} %, og have og bolig trak mest.",
        "Fødevarer ligger på niveau med sidste år. Madspildet faldt, og det er jeres fortjeneste – bliv ved med at bruge nedskrivningerne tidligt på dagen.",
      ],
    },
    "de-DE": {
      title: "Quartalszahlen: {percent} % Plus auf bestehender Fläche",
      paragraphs: [
        "Wir haben ein gutes Quartal hinter uns. Auf bestehender Fläche stieg der Umsatz um {percent} %, getragen von Garten und Wohnen.",
        "Lebensmittel liegen auf Vorjahresniveau. Die Abschriften sind gesunken, und das ist euer Verdienst – bitte reduziert weiterhin früh am Tag.",
      ],
    },
    "en-GB": {
      title: "Quarterly results: up {percent}% like for like",
      paragraphs: [
        "We had a good quarter. Like-for-like sales rose by {percent}%, led by garden and home.",
        "Food is level with last year. Waste fell, and that is your doing: please keep marking down early in the day.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Ny regionschef med base i {city}",
      paragraphs: [
        "Fra den {day} får regionen ny chef. Hun kommer fra vores egne rækker og har stået i både kasse, gartneri og som butikschef.",
        "De første uger går med at besøge alle butikker. Skriv gerne i kommentarerne, hvad hun skal se hos jer.",
      ],
    },
    "de-DE": {
      title: "Neue Regionalleitung mit Sitz in {city}",
      paragraphs: [
        "Ab dem {day} bekommt die Region eine neue Leitung. Sie kommt aus unseren eigenen Reihen und kennt Kasse, Gärtnerei und Filialleitung.",
        "In den ersten Wochen besucht sie alle Filialen. Schreibt gern in die Kommentare, was sie bei euch sehen sollte.",
      ],
    },
    "en-GB": {
      title: "A new regional manager, based in {city}",
      paragraphs: [
        "From {day} the region has a new manager. She comes from our own ranks and has worked on the tills, in the garden centre and as a store manager.",
        "Her first weeks go into visiting every store. Tell us in the comments what she should see in yours.",
      ],
    },
  },
  {
    season: [3, 11],
    "da-DK": {
      title: "{count} træer plantet ved {city}",
      paragraphs: [
        "I weekenden plantede kolleger og deres familier {count} træer på kommunens jord ved {city}.",
        "Næste plantedag er i uge {week}. Værktøj og støvler har vi, du skal bare møde op.",
      ],
    },
    "de-DE": {
      title: "{count} Bäume bei {city} gepflanzt",
      paragraphs: [
        "Am Wochenende haben Kolleginnen und Kollegen mit ihren Familien {count} Bäume auf städtischem Grund bei {city} gepflanzt.",
        "Der nächste Pflanztag ist in Kalenderwoche {week}. Werkzeug und Stiefel stellen wir, ihr müsst nur kommen.",
      ],
    },
    "en-GB": {
      title: "{count} trees planted near {city}",
      paragraphs: [
        "At the weekend colleagues and their families planted {count} trees on council land near {city}.",
        "The next planting day is in week {week}. We have tools and boots; just turn up.",
      ],
    },
  },
]
