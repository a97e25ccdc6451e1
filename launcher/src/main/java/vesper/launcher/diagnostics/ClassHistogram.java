package vesper.launcher.diagnostics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import vesper.rest.openapi.Described;

/** The class histogram of the heap, from the JVM's diagnostic command. All threads stop while it counts. */
public final class ClassHistogram {
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    /** Matches a line such as {@code    4:  103036  2472864  java.lang.String (java.base@25.0.3)}. */
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private ClassHistogram() {}

    @Described("""
            The heap usage of a class.
            @param className as the JVM names it, [B for arrays of bytes
            @param instances number of objects
            @param bytes their own size, without referenced objects""")
    public record Line(@JsonProperty("class") String className, long instances, long bytes) {}

    /**
     * Returns the classes that take the most memory, largest first.
     *
     * @param onlyLive whether to collect garbage first, so that only reachable objects are counted
     */
    public static List<Line> largest(int most, boolean onlyLive) {
        String[] options = onlyLive ? new String[0] : new String[] {"-all"};
        return text(options)
                .lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .limit(most)
                .map(line -> new Line(line.group(3), Long.parseLong(line.group(1)), Long.parseLong(line.group(2))))
                .toList();
    }

    private static String text(String[] options) {
        try {
            Object[] arguments = {options};
            String[] signature = {String[].class.getName()};
            return String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName(COMMANDS), "gcClassHistogram", arguments, signature));
        } catch (JMException e) {
            throw new IllegalStateException("this JVM does not support class histograms", e);
        }
    }
}
