package vesper.launcher;

import java.lang.management.ManagementFactory;

/** How long this JVM has been there. */
final class JvmAge {
    private JvmAge() {}

    static long millis() {
        return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }
}
