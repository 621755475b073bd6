import type { Topic } from "./text"

export const safetyTopics: readonly Topic[] = [
  {
    "da-DK": {
      title: "Brandøvelse i uge {week}",
      paragraphs: [
        "Alle butikker holder brandøvelse i uge {week}. Gennemgå flugtvejene på morgenmødet, og fri nødudgangene for paller.",
        "I {city} tog det sidst {count} sekunder at tømme butikken. Kan I gøre det hurtigere?",
      ],
    },
    "de-DE": {
      title: "Brandschutzübung in Woche {week}",
      paragraphs: [
        "Alle Filialen führen in Kalenderwoche {week} eine Räumungsübung durch. Besprecht morgens die Fluchtwege und haltet die Notausgänge frei von Paletten.",
        "In {city} dauerte die letzte Räumung {count} Sekunden. Schafft ihr es schneller?",
      ],
    },
    "en-GB": {
      title: "Fire drill in week {week}",
      paragraphs: [
        "Every store holds a fire drill in week {week}. Go through the escape routes at the morning meeting and keep the exits clear of pallets.",
        "Emptying the {city} store took {count} seconds last time. Can you do it faster?",
      ],
    },
  },
  {
    "da-DK": {
      title: "Stige frem for reol: tre ulykker er tre for mange",
      paragraphs: [
        "Sidste måned blev tre kolleger skadet, fordi de trådte op på en reol. Brug altid en godkendt stige, og bed om hjælp til tunge varer.",
        "Fejl og mangler meldes i appen samme dag. Butikschefen kvitterer inden {count} timer.",
      ],
    },
    "de-DE": {
      title: "Leiter statt Regal: drei Unfälle sind drei zu viel",
      paragraphs: [
        "Im letzten Monat haben sich drei Kolleginnen und Kollegen verletzt, weil sie auf ein Regal gestiegen sind. Nehmt immer eine geprüfte Leiter und lasst euch bei schwerer Ware helfen.",
        "Mängel werden am selben Tag in der App gemeldet. Die Filialleitung bestätigt innerhalb von {count} Stunden.",
      ],
    },
    "en-GB": {
      title: "A ladder, not a shelf: three accidents are three too many",
      paragraphs: [
        "Last month three colleagues were hurt because they climbed a shelf. Always use an approved ladder, and ask for help with heavy goods.",
        "Report defects in the app on the same day. The store manager confirms within {count} hours.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Kølerum: kontrollér temperaturen hver dag kl. {hour}",
      paragraphs: [
        "Kølerummet må højst være 5 grader. Skriv temperaturen i egenkontrollen, også når den er fin.",
        "Ved afvigelse: flyt varerne, ring til servicevagten, og gem kvitteringen.",
      ],
    },
    "de-DE": {
      title: "Kühlraum: Temperatur täglich um {hour} Uhr prüfen",
      paragraphs: [
        "Im Kühlraum sind höchstens 5 Grad erlaubt. Tragt die Temperatur in die Eigenkontrolle ein, auch wenn sie stimmt.",
        "Bei Abweichung: Ware umlagern, Bereitschaftsdienst anrufen, Beleg aufbewahren.",
      ],
    },
    "en-GB": {
      title: "Cold store: check the temperature daily at {hour}:00",
      paragraphs: [
        "The cold store may be at most 5 degrees. Write the temperature down even when it is right.",
        "If it is not: move the goods, ring the service line and keep the receipt.",
      ],
    },
  },
]
