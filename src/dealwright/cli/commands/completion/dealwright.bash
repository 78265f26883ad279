# dealwright completion bash > ~/.local/share/bash-completion/completions/dealwright

_dealwright() {
    local word=${COMP_WORDS[COMP_CWORD]} words=() line value kind i
    # bash takes --format=pbn for three words
    [[ $word == = ]] && word=
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == = ]] || words+=("${COMP_WORDS[i]}")
    done
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
            continue
        fi
        value=${line%%$'\t'*}
        [[ $value == *\( ]] && type compopt &>/dev/null && compopt -o nospace
        [[ $word == [\"\']* ]] || printf -v value %q "$value"
        COMPREPLY+=("$value")
    done < <("$1" completion bash "--word=$word" -- ${words[@]+"${words[@]}"} 2>/dev/null)
    # without a value bash completes the names of files, which -o default asks for
    if [[ $kind != files ]]; then
        type compopt &>/dev/null && compopt +o default
    elif ((${#COMPREPLY[@]})); then
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        type compopt &>/dev/null && compopt -o filenames
    fi
}

complete -o default -F _dealwright dealwright
