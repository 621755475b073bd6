import type { Topic } from "./text"

export const campaignTopics: readonly Topic[] = [
  {
    season: [10, 11],
    "da-DK": {
      title: "Black Week: sådan forbereder I butikken i {city}",
      paragraphs: [
        "Black Week starter i uge {week}. Skiltningen skal være oppe aftenen før, og priserne skifter automatisk kl. {hour}.",
        "Vi forventer {percent} % flere kunder end en normal uge. Planlæg pauserne, så der altid er to kasser åbne.",
      ],
    },
    "de-DE": {
      title: "Black Week: so bereitet ihr die Filiale {city} vor",
      paragraphs: [
        "Die Black Week beginnt in Kalenderwoche {week}. Die Beschilderung muss am Vorabend hängen, die Preise wechseln automatisch um {hour} Uhr.",
        "Wir erwarten {percent} % mehr Kundschaft als in einer normalen Woche. Plant die Pausen so, dass immer zwei Kassen offen sind.",
      ],
    },
    "en-GB": {
      title: "Black Week: how to prepare the {city} store",
      paragraphs: [
        "Black Week starts in week {week}. Signs must be up the evening before; prices change by themselves at {hour}:00.",
        "We expect {percent}% more customers than in an ordinary week. Plan breaks so that two tills are always open.",
      ],
    },
  },
  {
    season: [2, 4],
    "da-DK": {
      title: "Forårskampagne: plantejord og krukker fra uge {week}",
      paragraphs: [
        "Haven starter tidligt i år. Plantejord ligger på paller ved indgangen, krukker på bord 3 og 4.",
        "Spar {percent} % ved køb af tre sække. Husk, at kunder må købe højst {count} sække ad gangen, så længe lager haves.",
      ],
    },
    "de-DE": {
      title: "Frühjahrsaktion: Blumenerde und Töpfe ab Woche {week}",
      paragraphs: [
        "Die Gartensaison beginnt früh. Erde liegt palettenweise am Eingang, Töpfe stehen auf Tisch 3 und 4.",
        "Drei Säcke mit {percent} % Nachlass. Bitte höchstens {count} Säcke je Einkauf, solange der Vorrat reicht.",
      ],
    },
    "en-GB": {
      title: "Spring campaign: compost and pots from week {week}",
      paragraphs: [
        "The garden season starts early. Compost is on pallets by the entrance, pots on tables 3 and 4.",
        "Three bags come with {percent}% off. No more than {count} bags a purchase while stocks last.",
      ],
    },
  },
  {
    season: [10, 11],
    "da-DK": {
      title: "Julen flytter ind: opstilling senest den {day}",
      paragraphs: [
        "Juleafdelingen skal stå færdig den {day}. Planogrammet ligger vedhæftet; kæder og lys testes, før de hænges op.",
        "Butikken i {city} har vist, hvordan et lille areal kan gøre stor virkning. Se billederne.",
      ],
    },
    "de-DE": {
      title: "Weihnachten zieht ein: Aufbau bis {day}",
      paragraphs: [
        "Die Weihnachtsabteilung muss am {day} stehen. Das Planogramm hängt an; Lichterketten werden vor dem Aufhängen geprüft.",
        "Die Filiale {city} zeigt, wie eine kleine Fläche groß wirken kann. Seht euch die Bilder an.",
      ],
    },
    "en-GB": {
      title: "Christmas moves in: built by {day}",
      paragraphs: [
        "The Christmas department must be ready on {day}. The planogram is attached; test every string of lights before it goes up.",
        "The {city} store shows how a small space can make a big effect. Have a look at the pictures.",
      ],
    },
  },
  {
    season: [7, 8],
    "da-DK": {
      title: "Skolestart: {percent} % på madkasser og lamper",
      paragraphs: [
        "Kampagnen gælder fra den {day}. Madkasser står ved kassen, skrivebordslamper i bolig.",
        "Konkurrence: butikken med den flotteste opstilling får morgenmad til hele holdet.",
      ],
    },
    "de-DE": {
      title: "Schulanfang: {percent} % auf Brotdosen und Lampen",
      paragraphs: [
        "Die Aktion gilt ab dem {day}. Brotdosen stehen an der Kasse, Schreibtischlampen in der Wohnabteilung.",
        "Wettbewerb: Die Filiale mit dem schönsten Aufbau bekommt ein Frühstück für das ganze Team.",
      ],
    },
    "en-GB": {
      title: "Back to school: {percent}% off lunch boxes and lamps",
      paragraphs: [
        "The campaign runs from {day}. Lunch boxes go by the tills, desk lamps into home.",
        "A competition: the store with the best display wins breakfast for the whole team.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Medlemsuge {week}: dobbelt point i {city}",
      paragraphs: [
        "I uge {week} får kundeklubbens medlemmer dobbelt point på alt. Spørg efter klubnummeret, før varerne scannes.",
        "Målet er {count} nye medlemmer i hver butik. Foldere og QR-koder ligger ved kassen.",
      ],
    },
    "de-DE": {
      title: "Mitgliederwoche {week}: doppelte Punkte in {city}",
      paragraphs: [
        "In Kalenderwoche {week} gibt es für Mitglieder des Kundenclubs doppelte Punkte auf alles. Fragt vor dem Scannen nach der Clubnummer.",
        "Das Ziel sind {count} neue Mitglieder je Filiale. Faltblätter und QR-Codes liegen an der Kasse.",
      ],
    },
    "en-GB": {
      title: "Members' week {week}: double points in {city}",
      paragraphs: [
        "In week {week} club members get double points on everything. Ask for the club number before you scan the goods.",
        "The aim is {count} new members for each store. Leaflets and QR codes are at the tills.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Prisskift den {day}: {count} varer",
      paragraphs: [
        "Den {day} skifter {count} varer pris. De nye etiketter printes kl. {hour} og skal hænge, før butikken åbner.",
        "Er hyldeprisen lavere end kasseprisen, får kunden altid hyldeprisen.",
      ],
    },
    "de-DE": {
      title: "Preiswechsel am {day}: {count} Artikel",
      paragraphs: [
        "Am {day} ändern sich {count} Preise. Die neuen Etiketten werden um {hour} Uhr gedruckt und hängen vor der Öffnung.",
        "Ist der Preis am Regal niedriger als an der Kasse, gilt immer der am Regal.",
      ],
    },
    "en-GB": {
      title: "Price change on {day}: {count} items",
      paragraphs: [
        "On {day} {count} items change price. The new labels print at {hour}:00 and must be up before the store opens.",
        "Where the shelf price is lower than the till's, the customer always pays the shelf price.",
      ],
    },
  },
]
