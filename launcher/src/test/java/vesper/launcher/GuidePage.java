package vesper.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The examples on a page of the guide.
 *
 * @param files code blocks whose first line is a comment with the path of a file under {@code packages/}
 * @param asked the commands in {@code console} blocks and the output shown below each
 */
record GuidePage(String name, List<SourceFile> files, List<Asked> asked) {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
    private static final Pattern NAMES_FILE = Pattern.compile("\\A(?://|#|<!--|/\\*) (packages/\\S+)");

    record SourceFile(String path, String text) {}

    record Asked(String command, String output) {}

    static GuidePage read(Path page) {
        List<SourceFile> files = new ArrayList<>();
        List<Asked> asked = new ArrayList<>();
        Matcher block = FENCED.matcher(textOf(page));
        while (block.find()) {
            Matcher named = NAMES_FILE.matcher(block.group(2));
            if (named.find()) files.add(new SourceFile(named.group(1), block.group(2)));
            if (block.group(1).equals("console")) asked.addAll(askedIn(block.group(2)));
        }
        return new GuidePage(page.getFileName().toString(), files, asked);
    }

    boolean isEmpty() {
        return files.isEmpty() && asked.isEmpty();
    }

    private static List<Asked> askedIn(String console) {
        List<Asked> asked = new ArrayList<>();
        for (String part : console.split("(?m)^\\$ ")) {
            if (!part.startsWith("curl ") && !part.startsWith("./vesper records ")) continue;
            int end = part.indexOf('\n');
            asked.add(new Asked(part.substring(0, end), part.substring(end + 1).stripTrailing()));
        }
        return asked;
    }

    private static String textOf(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
