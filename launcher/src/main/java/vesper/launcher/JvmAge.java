package vesper.launcher;

import java.lang.management.ManagementFactory;

/** The time since this JVM started. */
final class JvmAge {
    private JvmAge() {}

    static long millis() {
        return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }
}
