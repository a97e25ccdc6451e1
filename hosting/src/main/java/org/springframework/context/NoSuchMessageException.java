package org.springframework.context;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown when no text has this code. */
public class NoSuchMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NoSuchMessageException(String code, @Nullable Locale locale) {
        super("there is no message of code '" + code + "' for locale '" + locale + "'");
    }

    public NoSuchMessageException(String code) {
        super("there is no message of code '" + code + "'");
    }
}
