import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('ar')

const amount = 'أدخل مبلغًا مثل 2.50، بالمنازل العشرية لعملتك ومن دون فواصل.'
const optionalAmount = `${amount} أو اترك الحقل فارغًا.`
const days = 'أدخل عددًا صحيحًا من الأيام، من 0 إلى 365.'
const optional = 'اختياري'
const goods = 'اختياري. قيمة الأصناف بعد الخصومات'

export const delivery = {
  title: 'التوصيل',
  lead: (store: Child) => rich`كيف تصل طلبات ${store} إلى المتسوقين، وما يدفعونه مقابل ذلك.`,
  done: {
    created: 'أُضيفت طريقة التوصيل.',
    saved: 'حُفظت تغييراتك. تحتفظ الطلبات الموجودة بما احتُسب عليها.',
    deleted: 'حُذفت طريقة التوصيل. تحتفظ الطلبات باسمها وسعرها.',
  },
  methods: 'طرق التوصيل',
  inOrder: 'بالترتيب الذي يراها به المتسوقون.',
  none: 'لا توجد طرق توصيل بعد',
  noneHelp: 'لا يدفع المتسوقون شيئًا للتوصيل، ويمكنهم الطلب من أي مكان.',
  add: 'إضافة طريقة توصيل',
  pickup: 'استلام',
  off: 'متوقفة',
  free: 'مجاني',
  perKilogram: (price: string) => `يُضاف ${price} لكل كيلوغرام`,
  freeFrom: (price: string) => `مجاني ابتداءً من ${price}`,
  cashOnDelivery: (price: string) => `الدفع عند الاستلام ${price}`,
  comma: '، ',
  everywhere: 'كل مكان',
  sameDay: 'في اليوم نفسه',
  inDays: (min: number, max: number) => {
    const count = plural(max, {
      one: 'يوم واحد',
      two: 'يومان',
      few: `${max} أيام`,
      many: `${max} يومًا`,
      other: `${max} يوم`,
    })
    return min === max ? count : `من ${min} إلى ${max === 2 ? 'يومين' : count}`
  },
  one: 'طريقة توصيل',
  new: 'طريقة توصيل جديدة',
  all: 'كل طرق التوصيل',
  whatTheySee: 'ما يراه المتسوقون',
  kind: 'كيف يصل الطلب إلى المتسوق؟',
  delivery: 'توصيل',
  pickupHelp: 'يستلمه المتسوق بنفسه',
  availability: 'التوفر',
  whatItCosts: 'التكلفة',
  amountsIn: (currency: string) => `كل المبالغ بعملة ${currency}.`,
  whichOrders: 'الطلبات التي تشملها',
  addMethod: 'إضافة الطريقة',
  fields: {
    name: { label: 'الاسم', help: 'مثل «توصيل عادي»' },
    min_days: { label: 'أقل عدد من الأيام', help: 'اختياري. المدة التي يستغرقها' },
    max_days: { label: 'أكثر عدد من الأيام', help: optional },
    pickup_address: { label: 'عنوان الاستلام', help: 'للاستلام فقط' },
    active: { label: 'عرضها على المتسوقين' },
    price: { label: 'السعر', help: '0 يعني مجانًا' },
    free_from: { label: 'مجاني ابتداءً من', help: goods },
    rate_per_kg: { label: 'لكل كيلوغرام', help: 'اختياري. يُضاف عن كل كيلوغرام أو جزء منه' },
    cod_fee: { label: 'رسوم الدفع عند الاستلام', help: 'اختياري. تُضاف عند الدفع بطريقة cod' },
    zones: {
      label: 'الدول والمناطق',
      help: 'دولة في كل سطر، أو بعض مناطقها: الكويت: حولي، الأحمدي. فارغ: كل مكان',
    },
    min_subtotal: { label: 'أصغر طلب', help: goods },
    max_subtotal: { label: 'أكبر طلب', help: goods },
    max_weight_kg: { label: 'أثقل طلب (كغ)', help: optional },
    payment_methods: { label: 'طرق الدفع', help: 'تفصل بينها فواصل، مثل cod، knet. فارغ: كلها' },
    position: { label: 'الترتيب', help: 'يرى المتسوقون الأصغر أولًا. فارغ: في الآخر' },
  },
  wrong: {
    name: 'أدخل اسمًا لا يزيد على 100 حرف.',
    kind: 'اختر واحدًا.',
    active: 'اختر واحدًا.',
    zones: 'أدخل ما لا يزيد على 250 دولة و1,000 منطقة، لا يزيد اسم كل منها على 100 حرف.',
    price: `${amount} 0 يعني مجانًا.`,
    free_from: optionalAmount,
    rate_per_kg: optionalAmount,
    cod_fee: optionalAmount,
    min_subtotal: optionalAmount,
    max_subtotal: optionalAmount,
    max_weight_kg: 'أدخل الوزن بالكيلوغرام مثل 2.5، بدقة الغرام، أو اترك الحقل فارغًا.',
    payment_methods: 'أدخل ما لا يزيد على 20، تفصل بينها فواصل.',
    min_days: days,
    max_days: days,
    pickup_address: 'أدخل ما لا يزيد على 500 حرف.',
    position: 'أدخل عددًا صحيحًا من 0 إلى 10,000.',
  },
  wrongBecause: {
    subtotals_contradict: 'لا يمكن أن يكون أصغر طلب أكبر من أكبر طلب.',
    not_a_pickup: 'العنوان للاستلام فقط. احذفه، أو اختر «استلام» أعلاه.',
  },
  deleteTitle: 'حذف هذه الطريقة',
  deleteHelp: 'لإيقاف عرضها مدة من الزمن، أوقفها بدلًا من حذفها.',
  deleteConsequence: 'لن يستطيع المتسوقون اختيارها. تحتفظ الطلبات باسمها وسعرها.',
}
