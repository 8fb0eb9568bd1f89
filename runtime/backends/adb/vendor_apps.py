"""What people call the apps that makers put on their phones.

Makers translate these labels, and `pm` prints no translated label. Only a help for finding what is
installed: an app in this table that is not on the phone is unknown.
"""

from __future__ import annotations

_SETTINGS = ("Settings", "设置", "Einstellungen", "Ajustes", "Paramètres")
_CAMERA = ("Camera", "相机", "Kamera", "Cámara", "Appareil photo")
_GALLERY = ("Gallery", "相册", "图库", "Galerie", "Galería", "Album")
_CONTACTS = ("Contacts", "联系人", "通讯录", "Kontakte", "Contactos")
_PHONE = ("Phone", "Dialer", "电话", "拨号", "Telefon", "Teléfono", "Téléphone")
_MESSAGES = ("Messages", "Messaging", "SMS", "短信", "信息", "Nachrichten", "Mensajes")
_CALENDAR = ("Calendar", "日历", "Kalender", "Calendario", "Calendrier")
_CLOCK = ("Clock", "Alarm", "时钟", "闹钟", "Uhr", "Reloj", "Horloge")
_CALCULATOR = ("Calculator", "计算器", "Rechner", "Calculadora", "Calculatrice")
_NOTES = ("Notes", "便签", "笔记", "备忘录", "Notizen", "Notas")
_FILES = ("Files", "File Manager", "My Files", "文件管理", "文件", "Dateien", "Archivos")
_BROWSER = ("Browser", "Internet", "浏览器", "Navegador", "Navigateur")
_MUSIC = ("Music", "音乐", "Musik", "Música", "Musique")
_VIDEO = ("Video", "Videos", "视频")
_WEATHER = ("Weather", "天气", "Wetter", "El tiempo", "Météo")
_RECORDER = ("Recorder", "Voice Recorder", "Sound Recorder", "录音机", "录音", "Rekorder")
_COMPASS = ("Compass", "指南针", "Kompass")
_STORE = ("App Store", "应用商店", "应用市场")
_THEMES = ("Themes", "主题", "主题商店", "个性主题")
_EMAIL = ("Email", "Mail", "邮件", "电子邮件", "E-Mail")
_HEALTH = ("Health", "健康", "运动健康")
_WALLET = ("Wallet", "钱包")
_SECURITY = ("Security", "手机管家", "安全中心")

VENDOR_NAMES: dict[str, tuple[str, ...]] = {
    # Android itself, and Google
    "com.android.settings": _SETTINGS,
    "com.android.camera": _CAMERA,
    "com.android.camera2": _CAMERA,
    "com.google.android.GoogleCamera": _CAMERA,
    "com.android.gallery3d": _GALLERY,
    "com.android.contacts": _CONTACTS,
    "com.google.android.contacts": _CONTACTS,
    "com.android.dialer": _PHONE,
    "com.google.android.dialer": _PHONE,
    "com.android.mms": _MESSAGES,
    "com.google.android.apps.messaging": _MESSAGES,
    "com.android.calendar": _CALENDAR,
    "com.google.android.calendar": ("Google Calendar", *_CALENDAR),
    "com.android.deskclock": _CLOCK,
    "com.google.android.deskclock": _CLOCK,
    "com.android.calculator2": _CALCULATOR,
    "com.google.android.calculator": _CALCULATOR,
    "com.android.browser": _BROWSER,
    "com.android.email": _EMAIL,
    "com.android.documentsui": _FILES,
    "com.google.android.documentsui": _FILES,
    "com.android.fileexplorer": _FILES,
    "com.android.filemanager": _FILES,
    "com.android.music": _MUSIC,
    "com.android.notes": _NOTES,
    "com.android.soundrecorder": _RECORDER,
    "com.android.thememanager": _THEMES,
    "com.android.stk": ("SIM Toolkit", "SIM卡应用"),
    "com.google.android.apps.recorder": _RECORDER,
    "com.google.android.apps.weather": _WEATHER,
    # Samsung
    "com.sec.android.app.camera": _CAMERA,
    "com.sec.android.gallery3d": _GALLERY,
    "com.samsung.android.app.contacts": _CONTACTS,
    "com.samsung.android.contacts": _CONTACTS,
    "com.samsung.android.dialer": _PHONE,
    "com.samsung.android.messaging": ("Samsung Messages", *_MESSAGES),
    "com.samsung.android.calendar": ("Samsung Calendar", *_CALENDAR),
    "com.sec.android.app.clockpackage": _CLOCK,
    "com.sec.android.app.popupcalculator": _CALCULATOR,
    "com.samsung.android.app.notes": ("Samsung Notes", *_NOTES),
    "com.sec.android.app.myfiles": _FILES,
    "com.sec.android.app.sbrowser": ("Samsung Internet", *_BROWSER),
    "com.sec.android.app.voicenote": _RECORDER,
    "com.sec.android.app.music": _MUSIC,
    "com.samsung.android.video": _VIDEO,
    "com.sec.android.daemonapp": _WEATHER,
    "com.sec.android.app.samsungapps": ("Galaxy Store", "Samsung Store"),
    "com.sec.android.app.shealth": ("Samsung Health", *_HEALTH),
    "com.samsung.android.spay": ("Samsung Wallet", "Samsung Pay", *_WALLET),
    "com.samsung.android.email.provider": ("Samsung Email", *_EMAIL),
    "com.samsung.android.app.reminder": ("Reminder", "Reminders", "提醒", "Erinnerung"),
    "com.samsung.android.oneconnect": ("SmartThings",),
    "com.samsung.android.voc": ("Samsung Members", "Members"),
    "com.samsung.android.bixby.agent": ("Bixby",),
    "com.samsung.android.game.gamehome": ("Game Launcher", "Gaming Hub"),
    "com.samsung.android.lool": ("Device care", "Gerätewartung"),
    "com.samsung.android.themestore": ("Galaxy Themes", *_THEMES),
    "com.samsung.android.app.watchmanager": ("Galaxy Wearable", "Wearable"),
    # Xiaomi, Redmi, POCO
    "com.miui.gallery": _GALLERY,
    "com.miui.notes": _NOTES,
    "com.miui.calculator": _CALCULATOR,
    "com.miui.weather2": _WEATHER,
    "com.miui.player": _MUSIC,
    "com.miui.video": _VIDEO,
    "com.miui.compass": _COMPASS,
    "com.miui.securitycenter": _SECURITY,
    "com.mi.android.globalFileexplorer": _FILES,
    "com.mi.globalbrowser": ("Mi Browser", *_BROWSER),
    "com.xiaomi.market": ("GetApps", "小米应用商店", *_STORE),
    "com.xiaomi.mipicks": ("GetApps",),
    "com.xiaomi.scanner": ("Scanner", "扫一扫"),
    "com.xiaomi.smarthome": ("Mi Home", "米家"),
    "com.xiaomi.shop": ("Mi Store", "小米商城"),
    "com.mi.health": ("Mi Fitness", "小米运动健康", *_HEALTH),
    "com.mipay.wallet": ("Mi Pay", *_WALLET),
    "com.miui.screenrecorder": ("Screen Recorder", "屏幕录制"),
    "com.miui.huanji": ("Mi Mover", "小米换机"),
    "com.duokan.phone.remotecontroller": ("Mi Remote", "万能遥控"),
    # OPPO, realme, OnePlus
    "com.oppo.camera": _CAMERA,
    "com.oplus.camera": _CAMERA,
    "com.oneplus.camera": _CAMERA,
    "com.coloros.gallery3d": _GALLERY,
    "com.oneplus.gallery": _GALLERY,
    "com.coloros.calculator": _CALCULATOR,
    "com.coloros.calendar": _CALENDAR,
    "com.coloros.alarmclock": _CLOCK,
    "com.oneplus.deskclock": _CLOCK,
    "com.coloros.note": _NOTES,
    "com.oneplus.note": _NOTES,
    "com.coloros.filemanager": _FILES,
    "com.oneplus.filemanager": _FILES,
    "com.coloros.weather2": _WEATHER,
    "com.coloros.weather.service": _WEATHER,
    "net.oneplus.weather": _WEATHER,
    "com.coloros.soundrecorder": _RECORDER,
    "com.coloros.compass2": _COMPASS,
    "com.coloros.phonemanager": _SECURITY,
    "com.heytap.browser": _BROWSER,
    "com.heytap.market": ("App Market", *_STORE),
    "com.heytap.music": _MUSIC,
    "com.heytap.yoli": _VIDEO,
    "com.heytap.themestore": _THEMES,
    "com.heytap.health": _HEALTH,
    "com.finshell.wallet": _WALLET,
    # vivo, iQOO
    "com.vivo.gallery": _GALLERY,
    "com.vivo.browser": _BROWSER,
    "com.android.BBKClock": _CLOCK,
    "com.android.bbkcalculator": _CALCULATOR,
    "com.bbk.calendar": _CALENDAR,
    "com.bbk.appstore": _STORE,
    "com.bbk.theme": _THEMES,
    "com.android.bbkmusic": ("i Music", *_MUSIC),
    "com.android.bbksoundrecorder": _RECORDER,
    "com.vivo.weather": _WEATHER,
    "com.vivo.compass": _COMPASS,
    "com.vivo.wallet": _WALLET,
    "com.vivo.health": _HEALTH,
    "com.iqoo.secure": ("i Manager", "i管家", *_SECURITY),
    # Huawei, Honor
    "com.huawei.camera": _CAMERA,
    "com.hihonor.camera": _CAMERA,
    "com.huawei.photos": _GALLERY,
    "com.hihonor.photos": _GALLERY,
    "com.huawei.contacts": _CONTACTS,
    "com.hihonor.contacts": _CONTACTS,
    "com.huawei.calendar": _CALENDAR,
    "com.huawei.deskclock": _CLOCK,
    "com.hihonor.deskclock": _CLOCK,
    "com.huawei.calculator": _CALCULATOR,
    "com.hihonor.calculator": _CALCULATOR,
    "com.huawei.notepad": _NOTES,
    "com.example.android.notepad": _NOTES,
    "com.hihonor.notepad": _NOTES,
    "com.huawei.filemanager": _FILES,
    "com.huawei.hidisk": _FILES,
    "com.huawei.browser": _BROWSER,
    "com.huawei.android.totemweather": _WEATHER,
    "com.huawei.appmarket": ("AppGallery", *_STORE),
    "com.hihonor.appmarket": _STORE,
    "com.huawei.systemmanager": _SECURITY,
    "com.huawei.health": _HEALTH,
    "com.huawei.wallet": _WALLET,
    "com.huawei.himovie": _VIDEO,
    "com.huawei.music": _MUSIC,
    "com.huawei.soundrecorder": _RECORDER,
    # Motorola, Sony
    "com.motorola.camera3": _CAMERA,
    "com.motorola.camera5": _CAMERA,
    "com.sonyericsson.album": _GALLERY,
    "com.sonyericsson.music": _MUSIC,
    "com.sonymobile.photopro": ("Photo Pro",),
}

ENTRY_NAMES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("contacts", "dial", _PHONE),
    ("contacts", "twelvekey", _PHONE),
    ("googlequicksearchbox", "voice", ("Voice Search", "语音搜索")),
)
"""Icons beside a package's own: what the package's and the activity's names hold, and the names."""
