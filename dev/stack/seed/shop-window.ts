import type { StoreSlug } from '../identity/users.ts'

/** A drawing in dev/stack/seed/pictures, and what it shows. */
type Picture = readonly [drawing: string, alt: string]

type CollectionPlan = {
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly drawing: string
  /** Slugs, in order. Without them, the rules decide. */
  readonly products?: readonly string[]
  readonly rules?: readonly Readonly<Record<string, unknown>>[]
}

type ShopWindow = {
  /** By the slugs of the products. */
  readonly pictures: Readonly<Record<string, Picture>>
  /** By the slugs of the products and the SKUs of their variants. */
  readonly variantPictures: Readonly<Record<string, Readonly<Record<string, Picture>>>>
  readonly collections: readonly CollectionPlan[]
}

/** What the local stack uploads after its first start, as a merchant would. */
export const shopWindows: Readonly<Record<StoreSlug, ShopWindow>> = {
  acme: {
    pictures: {
      'canvas-tote': ['canvas-tote', 'Canvas tote bag with a green leaf on it'],
      'merino-crew-sweater': ['merino-crew-sweater', 'Rust-red sweater with a knitted pattern'],
      'organic-cotton-tee': ['organic-cotton-tee', 'White T-shirt with a small green sprig'],
      'linen-shirt': ['linen-shirt', 'Light blue linen shirt with white buttons'],
      'wool-beanie': ['wool-beanie', 'Dark blue wool beanie with a bobble'],
      'leather-card-holder': ['leather-card-holder', 'Brown leather card holder with two cards in it'],
      'enamel-mug': ['enamel-mug', 'Black enamel mug with white dots, full of hot coffee'],
      'cafe-de-olla-blend': ['cafe-de-olla-blend', 'Red bag of coffee with a steaming cup on its label'],
      'ethiopia-yirgacheffe': ['ethiopia-yirgacheffe', 'Green bag of coffee with mountains on its label'],
      'pour-over-kettle': ['pour-over-kettle', 'Steel kettle with a thin spout and a wooden handle'],
      'ceramic-dripper': ['ceramic-dripper', 'White coffee dripper with coffee in it'],
      'paper-filters-100': ['paper-filters-100', 'Box of paper coffee filters'],
      'walnut-serving-board': ['walnut-serving-board', 'Walnut board with a hole in its handle'],
      'beeswax-candle': ['beeswax-candle', 'Burning beeswax candle with honeycombs'],
      'stoneware-bowl': ['stoneware-bowl', 'Blue stoneware bowl'],
      'glass-carafe': ['glass-carafe', 'Glass carafe with a wooden collar, half full'],
      'desk-lamp-søren': ['desk-lamp-soren', 'Green desk lamp with a brass arm'],
      'notebook-dotted': ['notebook-dotted', 'Dark blue notebook with a dotted label'],
      'fountain-pen': ['fountain-pen', 'Green fountain pen with a golden nib'],
      'brass-bookends': ['brass-bookends', 'Two brass bookends with four books between them'],
      'travel-blanket': ['travel-blanket', 'Folded striped blanket with a leather strap'],
      'rain-jacket': ['rain-jacket', 'Yellow rain jacket with a hood'],
      'trail-socks': ['trail-socks', 'One green and one blue hiking sock'],
      'insulated-bottle': ['insulated-bottle', 'Green bottle with a mountain on it'],
      'camp-stove': ['camp-stove', 'Pot on a small gas stove'],
      'head-torch': ['head-torch', 'Head torch with a blue strap'],
      'yoga-mat': ['yoga-mat', 'Rolled green yoga mat with a strap'],
      'olive-oil-soap': ['olive-oil-soap', 'Bar of green soap with an olive branch'],
      'creme-brulee-torch': ['creme-brulee-torch', 'Kitchen torch over a crème brûlée'],
      'chef-s-knife': ['chefs-knife', 'Chef’s knife over a wooden board'],
      'cast-iron-pan': ['cast-iron-pan', 'Fried egg in a cast iron pan'],
    },
    variantPictures: {
      'enamel-mug': {
        'AC-007-2': ['enamel-mug-sand', 'Sand-coloured enamel mug'],
        'AC-007-3': ['enamel-mug-olive', 'Olive enamel mug'],
      },
    },
    collections: [
      {
        title: 'Coffee corner',
        slug: 'coffee-corner',
        description: 'Beans, and everything between the bag and the cup.',
        drawing: 'cafe-de-olla-blend',
        products: [
          'cafe-de-olla-blend',
          'ethiopia-yirgacheffe',
          'pour-over-kettle',
          'ceramic-dripper',
          'paper-filters-100',
          'enamel-mug',
          'glass-carafe',
        ],
      },
      {
        title: 'On the trail',
        slug: 'on-the-trail',
        description: 'Warm, dry and well fed, wherever the path goes.',
        drawing: 'rain-jacket',
        products: ['rain-jacket', 'camp-stove', 'head-torch', 'insulated-bottle', 'travel-blanket', 'trail-socks'],
      },
      {
        title: 'Gifts under $30',
        slug: 'gifts-under-30',
        description: 'Small things that people keep.',
        drawing: 'beeswax-candle',
        rules: [{ price_from: 10, price_to: 30 }, { in_stock: true }],
      },
    ],
  },
  globex: {
    pictures: {
      'عطر-العود-الملكي': ['oud-perfume', 'زجاجة عطر عود بلون العنبر'],
      'عطر-زهرة-الليمون': ['lemon-perfume', 'زجاجة عطر ليمون صفراء'],
      'مسك-ابيض': ['white-musk', 'زجاجة مسك أبيض عليها زهرة'],
      'سجادة-صلاة': ['prayer-mat', 'سجادة صلاة خضراء بنقش ذهبي'],
      'مسبحة-كهرمان': ['amber-beads', 'مسبحة كهرمان بشرابة خضراء'],
      'تمر-خلاص': ['khalas-dates', 'تمر خلاص في وعاء خشبي'],
      'قهوة-عربية-شقراء': ['cardamom-coffee', 'كيس قهوة أخضر عليه رسم دلة'],
      'عسل-سدر': ['sidr-honey', 'برطمان عسل سدر'],
      'دلة-نحاس': ['copper-dallah', 'دلة نحاس'],
      'بخور-كمبودي': ['cambodian-incense', 'قطع بخور في وعاء أحمر'],
      'دهن-عود-هندي': ['oud-oil', 'زجاجة دهن عود بغطاء ذهبي'],
      'مبخرة-نحاسية': ['incense-burner', 'مبخرة نحاسية يتصاعد منها الدخان'],
      'عباية-كتان': ['linen-abaya', 'عباية كتان بلون الرمل'],
      'عباية-حرير-سوداء': ['silk-abaya', 'عباية سوداء بحواف ذهبية'],
      'دشداشة-قطن': ['cotton-dishdasha', 'دشداشة بيضاء'],
      'بشت-صوف': ['wool-bisht', 'بشت بني بحواف ذهبية'],
      'غترة-بيضاء': ['white-ghutra', 'غترة بيضاء مطوية'],
      'عقال-اسود': ['black-agal', 'عقال أسود'],
      'شماغ-احمر': ['red-shemagh', 'شماغ أحمر وأبيض'],
      'خنجر-زينة': ['khanjar', 'خنجر في غمد مزخرف'],
      'تمر-سكري': ['sukkari-dates', 'تمر سكري ذهبي في وعاء أخضر'],
      'زعفران-فاخر': ['saffron', 'برطمان زعفران'],
      'هيل-حب': ['cardamom', 'حبات هيل خضراء في وعاء'],
      'فناجين-قهوة-٦': ['coffee-cups', 'ستة فناجين قهوة عربية'],
      'طقم-شاي-كويتي': ['tea-set', 'إبريق شاي وكوب'],
      'leather-sandals': ['leather-sandals', 'صندل جلدي بني'],
      'desert-backpack': ['desert-backpack', 'حقيبة ظهر بلون الرمل'],
      'thermos-dallah': ['thermos-dallah', 'دلة حافظة للحرارة زرقاء'],
      'majlis-cushion': ['majlis-cushion', 'وسادة مجلس حمراء مطرزة'],
      'oud-candle': ['beeswax-candle', 'شمعة مشتعلة'],
      'silk-scarf': ['silk-scarf', 'وشاح حرير أحمر'],
    },
    variantPictures: {},
    collections: [
      {
        title: 'عطور وبخور',
        slug: 'عطور-وبخور',
        description: 'عود ومسك وبخور نختارها بأنفسنا.',
        drawing: 'oud-perfume',
        products: ['عطر-العود-الملكي', 'عطر-زهرة-الليمون', 'مسك-ابيض', 'oud-candle'],
      },
      {
        title: 'مختاراتنا',
        slug: 'مختاراتنا',
        description: 'أجمل ما عندنا هذا الموسم.',
        drawing: 'copper-dallah',
        rules: [{ tag: 'featured' }, { in_stock: true }],
      },
    ],
  },
}
