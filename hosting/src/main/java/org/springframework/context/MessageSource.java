package org.springframework.context;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts by code and locale; Vesper has none and asks none. */
public interface MessageSource {
    @Nullable
    String getMessage(
            String code, @Nullable Object @Nullable [] args, @Nullable String defaultMessage, @Nullable Locale locale);

    /**
     * The text of a code.
     *
     * @throws NoSuchMessageException if there is none
     */
    String getMessage(String code, @Nullable Object @Nullable [] args, @Nullable Locale locale);

    /**
     * The first text that there is for what this asks for.
     *
     * @throws NoSuchMessageException if there is none
     */
    String getMessage(MessageSourceResolvable resolvable, @Nullable Locale locale);
}
