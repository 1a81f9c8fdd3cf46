/** The author of a message: the customer, the store, or a colleague writing a note. */
type Line = readonly [author: 'customer' | 'store' | 'note', text: string]

export type Dialogue = { readonly subject: string; readonly tags?: readonly string[]; readonly lines: readonly Line[] }

export const dialogues: Readonly<Record<'latin' | 'arabic', readonly Dialogue[]>> = {
  latin: [
    {
      subject: 'Delivery time',
      lines: [
        ['customer', 'Hi! I ordered yesterday. When will it arrive?'],
        ['store', 'Good morning! It leaves our warehouse today and should be with you on Thursday.'],
        ['customer', 'Perfect, thank you 🙏'],
      ],
    },
    {
      subject: 'Wrong size',
      tags: ['exchange'],
      lines: [
        ['customer', 'The sweater is lovely but too small. Can I change it for an L?'],
        ['note', 'We have two L left. Keep one back for her.'],
        ['store', 'Of course. Send it back with the label in the box, and we ship the L right away.'],
      ],
    },
    { subject: 'Do you ship to Canada?', lines: [['customer', 'Do you ship to Montréal, and what does it cost?']] },
    {
      subject: 'Broken on arrival',
      tags: ['urgent'],
      lines: [
        ['customer', 'The carafe came broken.'],
        ['customer', 'I can send a photo if that helps.'],
      ],
    },
    {
      subject: 'Invoice',
      lines: [
        ['customer', 'Could you send me an invoice with our VAT number on it?'],
        ['store', 'Done: you have it in your mailbox.'],
      ],
    },
    {
      subject: 'Back in stock?',
      tags: ['wholesale'],
      lines: [
        ['customer', 'When do you get the Yirgacheffe back? We would take 20 kg.'],
        ['note', 'Asked the roaster: first week of next month.'],
      ],
    },
    { subject: 'Gift wrapping', lines: [['customer', 'Is it possible to have it wrapped, with a card?']] },
  ],
  arabic: [
    {
      subject: 'موعد التوصيل',
      lines: [
        ['customer', 'السلام عليكم، متى يوصل الطلب؟'],
        ['store', 'وعليكم السلام، بإذن الله بكرة العصر.'],
        ['customer', 'تمام، الله يعطيكم العافية 🌷'],
      ],
    },
    {
      subject: 'تبديل المقاس',
      tags: ['تبديل'],
      lines: [
        ['customer', 'العباية واسعة علي، أقدر أبدلها بمقاس ٥٤؟'],
        ['note', 'باقي قطعة واحدة مقاس ٥٤، احجزوها لها.'],
        ['store', 'أكيد، المندوب يمر عليك ويبدلها.'],
      ],
    },
    { subject: 'هل عندكم توصيل للجهراء؟', lines: [['customer', 'هل عندكم توصيل للجهراء وكم السعر؟']] },
    {
      subject: 'وصل مكسور',
      tags: ['مستعجل'],
      lines: [
        ['customer', 'الدلة وصلتني مكسورة'],
        ['customer', 'أرسل لكم صورة؟'],
      ],
    },
    {
      subject: 'الدفع عند الاستلام',
      lines: [
        ['customer', 'ينفع الدفع عند الاستلام؟'],
        ['store', 'نعم، نقداً أو بالكي نت.'],
      ],
    },
    {
      subject: 'طلب جملة',
      tags: ['جملة'],
      lines: [
        ['customer', 'أبغى ٣٠ كرتون تمر سكري، في سعر جملة؟'],
        ['note', 'أبو فهد يرد عليه بالسعر.'],
      ],
    },
    { subject: 'تغليف هدية', lines: [['customer', 'ممكن تغليف هدية مع كرت؟']] },
  ],
}
