import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

export const consent = {
  title: (name: string) => `السماح للتطبيق ${name}؟`,
  heading: (name: Child) => rich`هل تسمح للتطبيق ${name} باستخدام متجرك؟`,
  afterThis: (host: Child) => rich`بعد ذلك تنتقل إلى ${host}`,
  known: 'مساعد معروف',
  from: (host: string) => `من ${host}`,
  notFrom: (vendor: string) => `ليس من ${vendor}`,
  publishedBy: (host: string) => `نشره ${host}`,
  unverified: 'غير موثّق',
  imitates: (vendor: string, name: Child, host: Child) =>
    rich`<strong>الأرجح أن هذا ليس من ${vendor}.</strong> يسمّي نفسه «${name}»، لكن صلاحية الوصول ستذهب إلى ${host} الذي لا يخص ${vendor}. ألغِ الطلب ما لم تكن تعرف من يديره.`,
  unchecked: (name: Child) =>
    rich`<strong>لم يتحقق أحد من هوية هذا البرنامج.</strong> يستطيع أي برنامج أن يسمّي نفسه «${name}». تابع فقط إذا كنت قد بدأت هذا بنفسك للتو.`,
  ownName: (publisher: Child, host: Child) =>
    rich`<strong>اختار التطبيق هذا الاسم بنفسه.</strong> ناشر التطبيق هو ${publisher}، وستذهب صلاحية الوصول إلى ${host}. تابع فقط إذا كنت تثق بكليهما.`,
  thisComputer: rich`<strong>ستعود إلى برنامج على هذا الجهاز.</strong> تابع فقط إذا كنت قد بدأت الاتصال منه للتو، من محرر نصوص أو نافذة أوامر مثلًا.`,
  signedInAs: (account: Child) => rich`سجّلت الدخول باسم ${account}.`,
  otherAccount: 'استخدام حساب آخر',
  store: 'المتجر',
  whichStore: 'أي متجر؟',
  youAre: (role: string) => `أنت ${role}`,
  promise:
    'لا يستطيع أن يفعل إلا ما حددته، وفي هذا المتجر وحده. ولا يستطيع أبدًا رد المدفوعات أو إلغاء الطلبات المؤكدة. يمكنك فصله في أي وقت من الإعدادات، فيفقد الوصول فورًا.',
  allow: 'السماح',
  cancel: 'إلغاء',
  cancelAndBack: 'إلغاء والعودة',
  chooseStore: 'اختر متجرًا.',
  noStore: 'ليس لديك متجر بعد',
  noStoreTodo: 'أنشئ متجرًا أدناه، أو اقبل الدعوة إن ظهرت أعلاه، أو سجّل الدخول بالحساب الذي تستخدمه لمتجرك.',
  cannotConnect: 'لا يمكنك توصيل مساعد',
  cannotConnectTodo:
    'لا يستطيع توصيل المساعدين إلا مالكو المتجر ومديروه، ولست مالكًا أو مديرًا لأي متجر. اطلب من أحدهم توصيله، أو أن يجعلك مديرًا.',
}
