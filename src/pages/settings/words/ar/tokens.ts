import type { Child } from 'hono/jsx'
import { pluralIn } from '../plural.ts'
import { rich } from '../rich.ts'

const plural = pluralIn('ar')

export const tokens = {
  never: 'لم يُستخدم بعد',
  used: (ago: Child) => rich`آخر استخدام: ${ago}`,
  expires: (day: Child) => rich`ينتهي في ${day}`,
  createdBy: (person: Child, day: Child) => rich`أنشأه ${person} في ${day}`,
  revoke: 'إبطال',
  ended: (count: number) => `المبطلة والمنتهية (${count})`,
  revoked: 'مُبطل',
  expired: 'منتهٍ',
  stopped: 'أُوقف: من أنشأه لم يعد مالكًا أو مديرًا',
  name: 'الاسم',
  nameHelp: (example: string) => `الغرض من استخدامه، مثل «${example}»`,
  nameWrong: 'أدخل اسمًا لا يزيد على 100 حرف.',
  scopesWrong: 'حدد صلاحية واحدة على الأقل.',
  expiresAfter: 'ينتهي بعد',
  days: (count: number) =>
    plural(count, {
      one: 'يوم واحد',
      two: 'يومين',
      few: `${count} أيام`,
      many: `${count} يومًا`,
      other: `${count} يوم`,
    }),
  year: 'سنة واحدة',
  seeMissing: 'انظر ما ينقص',
  readyToPaste: 'جاهز للصق',
  token: {
    title: 'رموز الوصول',
    lead: 'للبرامج والأدوات التي لا تستطيع تسجيل الدخول. إذا كان المساعد يستطيع تسجيل الدخول، فأعطه الرابط أعلاه بدلًا منها.',
    example: 'تقرير المخزون الليلي',
    noneYet: 'لا توجد رموز فعالة',
    oneForEach: 'أنشئ رمزًا لكل أداة، لتتمكن من إبطال كل رمز على حدة.',
    new: 'رمز جديد',
    create: 'إنشاء الرمز',
    only: (store: Child) => rich`يعمل الرمز مع ${store} فقط. ولا يستطيع أبدًا رد المدفوعات أو إلغاء الطلبات المؤكدة.`,
    consequence: 'يتوقف فورًا كل ما يستخدم هذا الرمز. لا يمكن التراجع عن ذلك.',
    notCreated: (why: Child) => rich`لم يُنشأ الرمز: ${why}.`,
  },
  key: {
    title: 'مفاتيح هذا المتجر',
    lead: 'احفظ المفاتيح على خوادمك. لا تضع مفتاحًا أبدًا في صفحة ويب أو تطبيق يستطيع الآخرون قراءته.',
    example: 'نظام المستودع',
    noneYet: 'لا توجد مفاتيح API فعالة',
    oneForEach: 'أنشئ مفتاحًا لكل خادم، لتتمكن من إبطال كل مفتاح على حدة.',
    new: 'مفتاح API جديد',
    create: 'إنشاء مفتاح API',
    only: (store: Child) => rich`يعمل المفتاح مع ${store} فقط. ولا يستطيع أبدًا رد المدفوعات أو إلغاء الطلبات المؤكدة.`,
    consequence: 'يتوقف فورًا كل ما يستخدم هذا المفتاح، ومعه الويب هوك الذي يديره. لا يمكن التراجع عن ذلك.',
    notCreated: (why: Child) => rich`لم يُنشأ مفتاح API: ${why}.`,
  },
  keysPage: {
    title: 'مفاتيح API',
    lead: (store: Child) => rich`اسمح لخادمك بالعمل مع ${store} من دون أن يسجّل أحد الدخول.`,
    revoked: 'أُبطل مفتاح API ولم يعد يعمل.',
  },
  newToken: {
    title: 'رمزك الجديد',
    heading: 'انسخ رمزك الآن',
    label: 'الرمز',
    noun: 'الرمز',
    examples: 'تحتوي هذه الأمثلة على رمزك. تعامل معها كأنها كلمة مرور.',
    cursorIn: (file: Child) => rich`<bdi>Cursor</bdi>، في ${file}`,
    otherTools: 'أدوات أخرى',
  },
  newKey: {
    title: 'مفتاح API الجديد',
    heading: 'انسخ مفتاح API الآن',
    label: 'مفتاح API',
    noun: 'مفتاح API',
    examples:
      'تحتوي هذه الأمثلة على مفتاحك. تعامل معها كأنها كلمة مرور، واحفظ المفتاح على خادمك: لا تضعه أبدًا في صفحة ويب أو تطبيق.',
    tryIt: 'جرّبه',
    yourServer: 'خادمك',
  },
  command: 'الأمر',
  configuration: 'الإعدادات',
  header: 'الترويسة',
}
