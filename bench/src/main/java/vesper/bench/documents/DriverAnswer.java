package vesper.bench.documents;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of a driver: one flat JSON object. */
record DriverAnswer(String line) {
    private static final Pattern OBJECT = Pattern.compile("\\{.*}");

    /**
     * Parses a line.
     *
     * @throws IOException if it is something else, or reports an error of the driver
     * @throws UnsupportedCommandException if it reports that the store does not support the command
     */
    static DriverAnswer parse(String line) throws IOException {
        if (!OBJECT.matcher(line).matches()) throw new IOException("unexpected response of a driver: " + line);
        var answer = new DriverAnswer(line);
        Optional<String> error = answer.text("error");
        if (error.isPresent()) throw new IOException(error.get());
        Optional<String> unsupported = answer.text("unsupported");
        if (unsupported.isPresent()) throw new UnsupportedCommandException(unsupported.get());
        return answer;
    }

    double number(String name) throws IOException {
        Matcher number = Pattern.compile("\"" + name + "\":(-?[0-9.]+)").matcher(line);
        if (!number.find()) throw new IOException("no " + name + " in " + line);
        return Double.parseDouble(number.group(1));
    }

    Optional<String> text(String name) {
        Matcher text =
                Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
        return text.find() ? Optional.of(text.group(1).replaceAll("\\\\(.)", "$1")) : Optional.empty();
    }
}
