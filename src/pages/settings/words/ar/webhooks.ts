import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('ar')

const off = 'متوقف'

export const webhooks = {
  title: 'الويب هوك',
  lead: (store: Child) => rich`أخبر خوادمك بما يحدث في ${store} فور حدوثه.`,
  all: 'كل الويب هوك',
  docs: 'كيف يستقبل خادمك الأحداث ويتحقق منها',
  none: 'لا يوجد ويب هوك بعد',
  noneHelp: 'أضف واحدًا لكل خادم ينبغي أن يعرف بالطلبات الجديدة أو المدفوعات أو المخزون.',
  add: 'إضافة ويب هوك',
  open: 'فتح',
  one: 'ويب هوك',
  new: 'ويب هوك جديد',
  newLead: 'نرسل كل حدث إلى العنوان موقّعًا وخلال ثوانٍ.',
  deleted: 'حُذف الويب هوك. لن يُرسل إليه شيء بعد الآن.',
  done: {
    saved: 'حُفظت تغييراتك.',
    tested: 'الحدث التجريبي في طريقه. أعد تحميل هذه الصفحة لترى ما أجاب به خادمك.',
    redelivered: 'الحدث في طريقه من جديد. أعد تحميل هذه الصفحة لترى ما أجاب به خادمك.',
    enabled: 'الويب هوك يعمل من جديد، وسيصله كل ما يحدث من الآن.',
    replayed: 'الويب هوك يعمل من جديد، وما فاته في طريقه إليه.',
    disabled: 'الويب هوك متوقف. لا يُرسل إليه شيء.',
  },
  fields: {
    url: { label: 'عنوان خادمك', help: 'مثل https://hooks.example.com/orders' },
    description: { label: 'الوصف', help: 'اختياري. الغرض منه، مثل «شركة التوصيل»' },
  },
  wrong: {
    url: 'أدخل عنوانًا يبدأ بـ \u2066https://\u2069 وله مسار، مثل \u2066https://hooks.example.com/orders\u2069.',
    events: 'اختر نوعًا واحدًا من الأحداث على الأقل.',
    description: 'أدخل وصفًا لا يزيد على 500 حرف.',
  },
  wrongBecause: {
    unsafe_address:
      'لا نرسل إلا إلى عنوان https عام له مسار، مثل \u2066https://hooks.example.com/orders\u2069. لا يُسمح بعناوين الشبكات الخاصة ولا بالمنافذ ولا بعناوين IP.',
  },
  addWebhook: 'إضافة الويب هوك',
  events: 'الأحداث',
  whichEvents: 'أي الأحداث؟',
  allEvents: 'كل الأحداث',
  andMore: (shown: Child, count: number) => rich`${shown} و${count} أخرى`,
  areas: {
    orders: 'الطلبات',
    catalog: 'المنتجات والمخزون',
    customers: 'العملاء',
    inbox: 'الرسائل',
    storefront: 'المتجر الإلكتروني',
    store: 'المتجر',
    access: 'الأعضاء والوصول',
  },
  health: 'حالته',
  state: {
    new: { tag: 'جديد', text: 'لم يُرسل إليه شيء بعد.' },
    works: { tag: 'يعمل', text: 'وصل آخر إرسال.' },
    failing: { tag: 'يتعثر', text: 'فشل آخر إرسال. نواصل المحاولة.' },
    by_hand: { tag: off, text: 'أوقفه أحد الأعضاء.' },
    gone: { tag: off, text: 'أُوقف لأن خادمك أجاب بأن هذا العنوان لم يعد موجودًا (410).' },
    gave_up: { tag: off, text: 'أُوقف لأنه تعذّر إرسال أي شيء مدة خمسة أيام.' },
    member_left: {
      tag: off,
      text: 'أُوقف لأن العضو الذي كان يديره لم يعد مالكًا أو مديرًا. شغّله لتديره بنفسك.',
    },
    key_ended: { tag: off, text: 'أُوقف لأن مفتاح API الذي كان يديره أُبطل أو انتهى. شغّله لتديره بنفسك.' },
  },
  managedBy: (member: Child) => rich`يديره ${member}`,
  managedByKey: (key: Child) => rich`يديره مفتاح API ‏${key}`,
  noSuccess: 'لم يصل أي إرسال بعد',
  lastSuccess: (ago: Child) => rich`آخر وصول: ${ago}`,
  failingSince: (ago: Child) => rich`بدأ التعثر: ${ago}`,
  switchedOff: (ago: Child) => rich`أُوقف: ${ago}`,
  waiting: (count: number, shown: string) =>
    plural(count, {
      one: 'حدث واحد في الانتظار',
      two: 'حدثان في الانتظار',
      few: `${shown} أحداث في الانتظار`,
      many: `${shown} حدثًا في الانتظار`,
      other: `${shown} حدث في الانتظار`,
    }),
  sendTest: 'إرسال حدث تجريبي',
  switchOn: 'تشغيل من جديد',
  switchOnAndReplay: 'تشغيل وإرسال ما فاته',
  edit: 'العنوان والأحداث',
  more: 'التجديد أو الإيقاف أو الحذف',
  moreHelp: 'يتحقق خادمك بالمفتاح السري من أن الرسالة منا.',
  rotate: 'تجديد المفتاح السري',
  rotateConsequence: 'تحصل على مفتاح سري جديد. ويظل القديم يعمل 24 ساعة أخرى.',
  off: 'إيقاف',
  offConsequence: 'لن يُرسل إليه شيء بعد الآن، ويُلغى ما هو في الانتظار.',
  deleteConsequence: 'لن يُرسل إليه شيء بعد الآن، وتُحذف قائمة ما أُرسل إليه أيضًا.',
  secret: {
    title: 'الويب هوك الجديد',
    rotatedTitle: 'المفتاح السري الجديد',
    heading: 'انسخ المفتاح السري الآن',
    label: 'المفتاح السري',
    noun: 'المفتاح السري',
    needed: (url: Child) => rich`يحتاج إليه خادمك على العنوان ${url} ليتحقق من أن الرسالة منا.`,
    docs: 'كيفية ذلك',
    oldOne:
      'يظل المفتاح القديم يعمل 24 ساعة أخرى، وتُوقّع الرسائل حتى ذلك الحين بكليهما. أعطِ خادمك المفتاح الجديد خلال هذه المدة.',
  },
}
