package vesper.services.schemas;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of a schema, which may match anywhere in a text. It uses the JDK's engine, which supports
 * look-around and the other features that schema authors use, but limits the work by {@link RegexBudget}.
 */
final class BoundedPattern implements RegularExpression {
    private final String expression;
    private final Pattern pattern;

    private BoundedPattern(String expression, Pattern pattern) {
        this.expression = expression;
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException if the expression is invalid; the message says why */
    static BoundedPattern of(String expression) {
        // Differences of ECMAScript and Java: $ is the very end, and \p{Letter} is the long form of \p{L}.
        String java = RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(expression));
        try {
            return new BoundedPattern(expression, Pattern.compile(java));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("is not a valid regular expression: " + e.getDescription(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("is a regular expression nested too deeply", e);
        }
    }

    @Override
    public boolean matches(String text) {
        RegexBudget budget = RegexBudget.CURRENT.isBound() ? RegexBudget.CURRENT.get() : new RegexBudget();
        try {
            return pattern.matcher(budget.limited(text)).find();
        } catch (RegexBudget.ExhaustedException | StackOverflowError _) {
            // A repeated group takes a stack frame for each repetition.
            throw new RegexBudget.RegexTimeoutException(expression);
        }
    }
}
