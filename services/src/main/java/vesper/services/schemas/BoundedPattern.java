package vesper.services.schemas;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of a schema, found anywhere in a text. It is one of the JDK, which knows look-around and what else
 * authors of schemas use, held to a number of {@link Looks}.
 */
final class BoundedPattern implements RegularExpression {
    private final String written;
    private final Pattern pattern;

    private BoundedPattern(String written, Pattern pattern) {
        this.written = written;
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException if it is none; its message says why */
    static BoundedPattern of(String expression) {
        // Where ECMAScript and Java differ: $ is the very end, and \p{Letter} is the long form of \p{L}.
        String java = RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(expression));
        try {
            return new BoundedPattern(expression, Pattern.compile(java));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("is no regular expression: " + e.getDescription(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("is a regular expression nested too deeply", e);
        }
    }

    @Override
    public boolean matches(String text) {
        Looks looks = Looks.CURRENT.isBound() ? Looks.CURRENT.get() : new Looks();
        try {
            return pattern.matcher(looks.at(text)).find();
        } catch (Looks.UsedUpException | StackOverflowError _) {
            // A repeated group takes a frame for each repetition.
            throw new Looks.UndecidedException(written);
        }
    }
}
